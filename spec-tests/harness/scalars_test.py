#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the reading and computing of expressions by values worked out by hand."""
import math
import unittest

import scalars


def value_of(text, **names):
    return scalars.read(text)(names)


def i32(value):
    return scalars.Value("i32", value)


def i8(value):
    return scalars.Value("i8", value)


class Expressions(unittest.TestCase):
    def assert_value(self, text, kind, value, **names):
        self.assertEqual(value_of(text, **names), scalars.Value(kind, value), text)

    def test_precedence_is_that_of_the_grammar(self):
        x, y = i32(6), i32(3)
        self.assert_value("x + y * 2 - 1", "i32", 11, x=x, y=y)
        self.assert_value("x - y - 2", "i32", 1, x=x, y=y)
        self.assert_value("x | y ^ x & y", "i32", 6 | (3 ^ (6 & 3)), x=x, y=y)
        self.assert_value("x << y + 1", "i32", 96, x=x, y=y)
        self.assert_value("x == 6 & y == 3", "bool", True, x=x, y=y)
        self.assert_value("x == 1 && y == 3 || y == 3", "bool", True, x=x, y=y)
        self.assert_value("-x % 4", "i32", -2, x=x, y=y)

    def test_literals_take_the_type_of_their_place(self):
        self.assert_value("x + 3", "i8", -126, x=i8(127))
        self.assert_value("1 + 2", "i32", 3)
        self.assert_value("1 + 2.5", "f32", 3.5)
        self.assert_value("where(true, x, 0x1_0)", "i8", 5, x=i8(5))
        self.assert_value("i64(5000000000)", "i64", 5000000000)
        self.assert_value("f64(0.1)", "f64", 0.10000000149011612)
        self.assert_value("u8(-1.0)", "u8", 0)
        self.assert_value("i8(-128) / -1", "i8", -128)

    def test_a_literal_that_does_not_fit_is_an_error(self):
        with self.assertRaises(AssertionError):
            value_of("x + 200", x=i8(1))
        with self.assertRaises(AssertionError):
            value_of("x + y", x=i8(1), y=i32(1))

    def test_floats_are_rounded_in_their_type(self):
        h = scalars.Value("f16", 2048.0)
        self.assert_value("h + 1", "f16", 2048.0, h=h)
        self.assert_value("fma(h, h, 1.0)", "f16", math.inf, h=h)
        self.assert_value("i32(h * 0.5)", "i32", 1024, h=h)
        self.assert_value("min(nan, h)", "f16", 2048.0, h=h)

    def test_bits_are_counted_in_their_width(self):
        self.assert_value("clz(x)", "i32", 5, x=i8(7))
        self.assert_value("popcount(~x)", "i32", 5, x=i8(7))
        self.assert_value("x >> 2 << 1", "i8", -4, x=i8(-7))

    def test_the_right_side_is_not_computed_where_the_left_decides(self):
        self.assert_value("x == 0 || 6 / x > 1", "bool", True, x=i32(0))
        self.assert_value("x != 0 && 6 / x > 1", "bool", False, x=i32(0))

    def test_operands_of_tile_operations_join(self):
        def join(text, **names):
            return scalars.read(text, scalars.tile_joined)(names)

        h, b, x = scalars.Value("f16", 0.5), scalars.Value("bf16", 256.0), i8(-3)
        self.assertEqual(join("h + b", h=h, b=b), scalars.Value("f32", 256.5))
        self.assertEqual(join("h * x - 1", h=h, x=x), scalars.Value("f16", -2.5))
        self.assertEqual(join("x - y", x=x, y=i32(200)), i32(-203))
        self.assertEqual(join("x << y", x=x, y=i32(6)), i8(64))
        with self.assertRaises(AssertionError):
            join("x + y", x=x, y=scalars.Value("u8", 1))


if __name__ == "__main__":
    unittest.main()
