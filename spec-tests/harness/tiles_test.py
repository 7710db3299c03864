#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the tile operations that oracle scripts use against the scalar arithmetic of model.py and by hand."""
import math
import random
import unittest

import numpy as np

import model
import tiles


class Elements(unittest.TestCase):
    def test_fma_is_that_of_fractions(self):
        draws = random.Random(1)
        words = np.array([[draws.getrandbits(32) for _ in range(3)] for _ in range(6000)], np.uint32)
        # Exponents that differ by little, where the sum cancels or ends in a tie.
        words[2000:] = words[2000:] & 0x80FF_F00F | 0x3F00_0000
        words[4000:, :2] &= 0xBFF0_0000
        values = words.view(np.float32)
        ours = tiles.fma_f32(values[:, 0], values[:, 1], values[:, 2])
        with np.errstate(invalid="ignore"):
            wide, results = values.astype(float), ours.astype(float)
        for (a, b, c), value in zip(wide, results):
            exact = model.fma(a, b, c, "f32")
            self.assertTrue(math.isnan(value) if math.isnan(exact) else
                            model.to_bits(value, "f32") == model.to_bits(exact, "f32"), (a, b, c))

    def test_fma_rounds_once(self):
        # The product is 2^-24 - 2^-60, a little less than half a step of 1 + 2^-23. f64 rounds the sum to the tie.
        a, b, c = np.float32(2.0**-24 * (1 + 2.0**-18)), np.float32(1 - 2.0**-18), np.float32(1 + 2.0**-23)
        self.assertEqual(tiles.fma_f32(a, b, c), c)
        self.assertNotEqual(np.float32(np.float64(a) * np.float64(b) + np.float64(c)), c)

    def test_bf16_ties_go_to_even(self):
        values = tiles.rounded([1 + 2.0**-8, 1 + 3 * 2.0**-8, 1 + 2.0**-8 + 2.0**-40, math.inf], "bf16")
        self.assertEqual(tiles.bits(values, "bf16"), "3f80 3f82 3f81 7f80")
        for bits in range(0, 2**16, 37):
            value = model.from_bits(bits, "bf16")
            if not math.isnan(value):
                self.assertEqual(tiles.bits([value], "bf16"), f"{bits:04x}")

    def test_zeros_are_ordered(self):
        plus, minus = np.array([0.0]), np.array([-0.0])
        for a, b in ((plus, minus), (minus, plus)):
            self.assertFalse(np.signbit(tiles.greatest(a, b))[0])
            self.assertTrue(np.signbit(tiles.least(a, b))[0])
        self.assertEqual(tiles.greatest(np.array([math.nan]), np.array([1.0]))[0], 1.0)


class Slices(unittest.TestCase):
    def test_outside_reads_zero(self):
        source = np.arange(1, 13).reshape(3, 4)
        self.assertEqual(tiles.cut(source, (-1, 2), (3, 3)).tolist(), [[0, 0, 0], [3, 4, 0], [7, 8, 0]])
        self.assertEqual(tiles.cut(source, (2, -2), (2, 3)).tolist(), [[0, 0, 9], [0, 0, 0]])
        for starts in ((3, 0), (-3, 0), (0, 10**30), (-10**30, -10**30)):
            self.assertFalse(tiles.cut(source, starts, (3, 3)).any())

    def test_outside_is_not_written(self):
        target = np.zeros((3, 4), int)
        tiles.put(target, (2, -1), np.array([[1, 2], [3, 4]]))
        self.assertEqual(target.tolist(), [[0] * 4, [0] * 4, [2, 0, 0, 0]])
        tiles.put(target, (7, 0), np.array([[9]]))
        self.assertEqual(target.sum(), 2)


class Functions(unittest.TestCase):
    def test_dot(self):
        a, b = np.array([[1.0, 2.0, 3.0]], np.float32), np.array([[4.0], [5.0], [6.0]], np.float32)
        for kind in ("f32", "f64", "i32"):
            self.assertEqual(tiles.dot(a, b, kind).tolist(), [[32]])
        self.assertEqual(tiles.dot_t(a, b.T, start=np.array([[0.5]], np.float32)).tolist(), [[32.5]])
        wide = np.array([[2**30, 2**30]], np.int32)
        self.assertEqual(tiles.dot(wide, np.array([[4], [3]], np.int32), "i32").tolist(), [[-(2**30)]])

    def test_rowsum_has_its_order(self):
        row = np.zeros((1, 33), np.float32)
        row[0, 0], row[0, 1], row[0, 17], row[0, 32] = 2.0**24, 1.0, 1.0, 1.0
        # 2^24 + 1 is lost in partial 0; 1 + 1 of partials 1 and 17 is not.
        self.assertEqual(tiles.rowsum(row, "f32").tolist(), [[2.0**24 + 2]])

    def test_rows(self):
        nan = math.nan
        tile = np.array([[nan, 3.0, 3.0], [nan, nan, nan], [-0.0, 0.0, -0.0]])
        self.assertEqual(tiles.rowargmax(tile).tolist(), [[1], [0], [0]])
        self.assertEqual(tiles.rowmax(tile)[0, 0], 3.0)
        self.assertFalse(np.signbit(tiles.rowmax(tile)[2, 0]))
        self.assertTrue(np.signbit(tiles.rowmin(tile)[2, 0]))

    def test_columns(self):
        tile = np.array([[-0.0, 1.0], [-0.0, 2.0]])
        self.assertTrue(np.signbit(tiles.cumsum(tile, "f64")[1, 0]))
        self.assertEqual(tiles.cumsum(tile, "f64")[1, 1], 3.0)
        self.assertEqual(tiles.tril(np.array([[1, 2], [3, 4]])).tolist(), [[1, 0], [3, 4]])


class Bounds(unittest.TestCase):
    def test_exp_is_exact_where_it_is_special(self):
        bounds = tiles.exp([0.0, -0.0, -math.inf, math.inf])
        for end in bounds.ends():
            self.assertEqual(end.tolist(), [1.0, 1.0, 0.0, math.inf])

    def test_exp_is_two_steps_wide(self):
        bounds = tiles.exp([1.0, -200.0])
        steps = bounds.high.view(np.int32) - bounds.low.view(np.int32)
        self.assertEqual(steps.tolist(), [4, 2])  # below 0 exp has no value
        self.assertEqual(bounds.low[0], np.float32(math.e) - np.float32(2 * 2.0**-22))

    def test_ends_of_results_are_results_of_ends(self):
        x, y = tiles.Between([[-1.0, 2.0]], [[1.0, 3.0]]), tiles.Between([[-2.0, 4.0]], [[-1.0, 5.0]])
        self.assertEqual([end.tolist() for end in (x * y).ends()], [[[-2.0, 8.0]], [[2.0, 15.0]]])
        self.assertEqual([end.tolist() for end in (x + y).ends()], [[[-3.0, 6.0]], [[0.0, 8.0]]])
        self.assertEqual([end.tolist() for end in (x / y).ends()], [[[-1.0, np.float32(0.4)]], [[1.0, 0.75]]])
        self.assertEqual([end.tolist() for end in x.dot(y.transposed()).ends()], [[[6.0]], [[17.0]]])
        self.assertEqual([end.tolist() for end in x.rowsum().ends()], [[[1.0]], [[4.0]]])
        self.assertEqual([end.tolist() for end in x.tril().ends()], [[[-1.0, 0.0]], [[1.0, 0.0]]])
        third = tiles.Between([1 / 3], [2 / 3]).rounded("f16")
        self.assertEqual([float(end[0]) for end in third.ends()], [float(np.float16(1 / 3)), float(np.float16(2 / 3))])


if __name__ == "__main__":
    unittest.main()
