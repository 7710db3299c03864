#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the arithmetic that oracle scripts use against NumPy's, and by values worked out by hand."""
from fractions import Fraction
import math
import random
import unittest

import numpy as np

import model

NUMPY = {"f16": (np.float16, np.uint16), "f32": (np.float32, np.uint32), "f64": (np.float64, np.uint64)}


def pairs(kind, count=4000):
    """Random bit patterns; in every fifth pair the second is the first with its sign flipped."""
    draws = random.Random(1)
    width = model.FLOATS[kind][3]
    for i in range(count):
        a, b = draws.getrandbits(width), draws.getrandbits(width)
        yield a, a ^ 1 << (width - 1) if i % 5 == 0 else b


class Floats(unittest.TestCase):
    def assert_same(self, kind, value, result):
        element, unsigned = NUMPY[kind]
        if math.isnan(result):
            self.assertTrue(math.isnan(value))
        else:
            self.assertEqual(model.to_bits(value, kind), int(np.array([result], element).view(unsigned)[0]))

    def test_operations_are_those_of_numpy(self):
        operations = [(model.add, np.add), (model.subtract, np.subtract)]
        operations += [(model.multiply, np.multiply), (model.divide, np.divide)]
        for kind, (element, unsigned) in NUMPY.items():
            for bits in pairs(kind):
                a, b = (model.from_bits(pattern, kind) for pattern in bits)
                x, y = np.array(bits, unsigned).view(element)
                with np.errstate(all="ignore"):
                    for ours, theirs in operations:
                        self.assert_same(kind, ours(a, b, kind), theirs(x, y))
                    self.assert_same(kind, model.square_root(a, kind), np.sqrt(x))

    def test_bits_go_round(self):
        for kind in ("f16", "bf16"):
            for bits in range(2**16):
                value = model.from_bits(bits, kind)
                if not math.isnan(value):
                    self.assertEqual(model.to_bits(value, kind), bits)

    def test_narrowing_is_that_of_numpy(self):
        for bits, _ in pairs("f64"):
            value = model.from_bits(bits, "f64")
            with np.errstate(all="ignore"):
                for kind in ("f16", "f32"):
                    self.assert_same(kind, model.convert(value, kind), NUMPY[kind][0](value))

    def test_fma_rounds_once(self):
        self.assertEqual(model.fma(1.5, 1.0859375, model.convert(1e-30, "bf16"), "bf16"), 1.6328125)
        self.assertEqual(model.fma(1 + 2.0**-12, 1 + 2.0**-12, -(1 + 2.0**-11), "f32"), 2.0**-24)
        self.assertEqual(math.copysign(1, model.fma(-1.0, 0.0, -0.0, "f32")), -1)

    def test_rounding_at_ties_and_ends(self):
        self.assertEqual(model.nearest(16842753, "bf16"), 16908288.0)
        self.assertEqual(model.convert(65520.0, "f16"), math.inf)
        self.assertEqual(model.convert(65519.0, "f16"), 65504.0)
        self.assertEqual(model.nearest(Fraction(1, 2**150), "f32"), 0.0)
        self.assertEqual(model.nearest(Fraction(3, 2**151), "f32"), 2.0**-149)

    def test_least_and_greatest_order_zeros_and_drop_nan(self):
        self.assertEqual(math.copysign(1, model.least(0.0, -0.0)), -1)
        self.assertEqual(math.copysign(1, model.greatest(-0.0, 0.0)), 1)
        self.assertEqual(model.least(math.nan, 1.0), 1.0)
        self.assertEqual(model.greatest(1.0, math.nan), 1.0)


class Integers(unittest.TestCase):
    def test_division_truncates_and_wraps(self):
        self.assertEqual([model.quotient(a, b, "i8") for a, b in ((-7, 2), (7, -2), (-128, -1))], [-3, -3, -128])
        self.assertEqual([model.remainder(a, b, "i8") for a, b in ((-7, 2), (7, -2), (-128, -1))], [-1, 1, 0])

    def test_conversion_of_floats_saturates(self):
        converted = [model.to_integer(v, "i8") for v in (200.0, -1e9, -1.9, math.nan, math.inf)]
        self.assertEqual(converted, [127, -128, -1, 0, 127])


class Collectives(unittest.TestCase):
    def test_order_is_the_butterflys(self):
        values = [2.0**24 if i == 0 else 1.0 if i in (1, 17) else 0.0 for i in range(32)]
        self.assertEqual(model.over_lanes(values, 32, "sum", "f32"), [2.0**24 + 2] * 32)

    def test_padding_is_the_identity(self):
        self.assertEqual(math.copysign(1, model.over_threads([-0.0] * 96, 32, "sum", "f32")), -1)
        self.assertEqual(model.over_threads([5] * 96, 32, "min", "i8"), 5)

    def test_fast_sum_is_the_exact_ones(self):
        values = np.random.default_rng(1).standard_normal(160).astype(np.float32)
        slow = model.over_threads([float(v) for v in values], 32, "sum", "f32")
        self.assertEqual(float(model.block_sum_f32(values, 32)), slow)


if __name__ == "__main__":
    unittest.main()
