# SPDX-License-Identifier: Apache-2.0
"""Each statement once of constants and once of loaded values, which take different paths through a compiler.

The source has pairs of lines, `O[k, 0] = i8(127) + i8(1)` and `O[k, 1] = X[k] + Y[k]`, for each of its outputs. The
operands of the first line are what the second loads; both must have the value that the arithmetic of model.py gives.
"""
import pathlib
import re
import sys

import model
import oracle

LOADED = ("X", "Y", "Z")


class Value:
    """A scalar of the language."""

    def __init__(self, kind, value):
        self.kind = kind
        self.value = value

    def same(self, value):
        return Value(self.kind, model.wrap(value, self.kind) if self.kind in model.INTEGERS else value)

    def arithmetic(self, other, of_floats, of_integers):
        assert self.kind == other.kind, (self.kind, other.kind)
        if self.kind in model.FLOATS:
            return self.same(of_floats(self.value, other.value, self.kind))
        return self.same(of_integers(self.value, other.value))

    def __add__(self, other):
        return self.arithmetic(other, model.add, lambda a, b: a + b)

    def __sub__(self, other):
        return self.arithmetic(other, model.subtract, lambda a, b: a - b)

    def __mul__(self, other):
        return self.arithmetic(other, model.multiply, lambda a, b: a * b)

    def __truediv__(self, other):
        return self.arithmetic(other, model.divide, lambda a, b: model.quotient(a, b, self.kind))

    def __mod__(self, other):
        return self.same(model.remainder(self.value, other.value, self.kind))

    def __and__(self, other):
        return self.same(self.value & other.value)

    def __or__(self, other):
        return self.same(self.value | other.value)

    def __xor__(self, other):
        return self.same(self.value ^ other.value)

    def __lshift__(self, count):
        return self.same(model.shift_left(self.value, count.value, self.kind))

    def __rshift__(self, count):
        return self.same(model.shift_right(self.value, count.value))

    def __neg__(self):
        return self.same(-self.value)

    def __invert__(self):
        return self.same(~self.value)

    def __lt__(self, other):
        return self.value < other.value

    def __le__(self, other):
        return self.value <= other.value

    def __gt__(self, other):
        return self.value > other.value

    def __ge__(self, other):
        return self.value >= other.value

    def __eq__(self, other):
        return self.value == other.value

    def __ne__(self, other):
        return self.value != other.value


def conversion(kind):
    def convert(value):
        if not isinstance(value, Value):
            return Value(kind, value)
        if kind in model.INTEGERS:
            known = value.kind in model.INTEGERS
            return Value(kind, model.wrap(value.value, kind) if known else model.to_integer(value.value, kind))
        known = value.kind in model.FLOATS
        return Value(kind, model.convert(value.value, kind) if known else model.nearest(value.value, kind))
    return convert


def ordered(of_floats, of_integers):
    return lambda a, b: a.same((of_floats if a.kind in model.FLOATS else of_integers)(a.value, b.value))


def width_of(value):
    return model.INTEGERS[value.kind][2]


NAMES = {kind: conversion(kind) for kind in (*model.FLOATS, *model.INTEGERS)} | {
    "inf": float("inf"),
    "nan": float("nan"),
    "min": ordered(model.least, min),
    "max": ordered(model.greatest, max),
    "abs": lambda a: a.same(abs(a.value)),
    "fma": lambda a, b, c: a.same(model.fma(a.value, b.value, c.value, a.kind)),
    "sqrt": lambda a: a.same(model.square_root(a.value, a.kind)),
    "where": lambda condition, a, b: a if condition else b,
    "popcount": lambda a: Value("i32", bin(a.value % 2 ** width_of(a)).count("1")),
    "clz": lambda a: Value("i32", width_of(a) - (a.value % 2 ** width_of(a)).bit_length()),
}
OPERAND = re.compile(r"\b(\w+)\((-?(?:[\d.]+(?:e-?\d+)?|inf|nan))\)")
LINE = re.compile(r"^ *(\w+)\[(\d+), (\d)\] = (.+)$", re.MULTILINE)
PARAMETER = re.compile(r"(\w+): tensor<(\w+)>")


def typed(value, kind):
    return float(value) if kind in model.FLOATS else int(value)


def value_of(text):
    """What a line of constants comes to."""
    constants = OPERAND.sub(lambda match: f"{match[1]}({typed(match[2], match[1])!r})", text)
    result = eval(constants, dict(NAMES))  # pylint: disable=eval-used
    return Value("bool", result) if isinstance(result, bool) else result


def main(case):
    source = pathlib.Path(case).with_suffix(".ph").read_text(encoding="utf-8")
    kinds = dict(PARAMETER.findall(source))
    lines = {(output, int(row), int(column)): text for output, row, column, text in LINE.findall(source)}
    loads = {name: {} for name in LOADED if name in kinds}
    results = {output: [] for output, _, _ in lines}
    for output, row, column in list(lines):
        if column != 0:
            continue
        constants = lines[output, row, 0]
        loaded = constants
        for name, (kind, value) in zip(LOADED, OPERAND.findall(constants)):
            assert kinds[name] == kind, constants
            before = loads[name].setdefault(row, value)
            assert before == value, constants
            loaded = loaded.replace(f"{kind}({value})", f"{name}[{row}]", 1)
        assert loaded == lines[output, row, 1], (loaded, lines[output, row, 1])
        result = value_of(constants)
        assert result.kind == kinds[output] and row == len(results[output]) // 2, constants
        results[output] += [result.value, result.value]
    rows = max(len(values) for values in results.values()) // 2
    arguments = {}
    for name, values in loads.items():
        known = [typed(values.get(row, "0"), kinds[name]) for row in range(rows)]
        arguments[name] = {"shape": str(rows), "bits": model.hexadecimal(known, kinds[name])}
    expected = {}
    for output, values in results.items():
        arguments[output] = f"unwritten:{len(values) // 2}x2"
        expected[output] = {"bits": model.hexadecimal(values, kinds[output])}
    oracle.print_launches([{"arguments": arguments, "expect": expected}])


main(sys.argv[1])
