# SPDX-License-Identifier: Apache-2.0
"""Expressions of scalars, read after the grammar of chapter 5 and computed by model.py, for oracle scripts.

`read` makes of a text a function of the values of its names, which are functions where they are called. It knows
operators, literals, conversions and builtins, and is for texts that the language accepts.
"""
from fractions import Fraction
import math
import re
from typing import NamedTuple

import model

LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"),
          ("*", "/", "%"))
COMPARISONS = LEVELS[5] + LEVELS[6]
TOKEN = re.compile(r"\s*(0x\w+|\d[\d._]*(?:e[+-]?\d+)?|\w+(?:\[\d+\])?|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>(),])")
TYPES = (*model.FLOATS, *model.INTEGERS)


class Value(NamedTuple):
    """A scalar; a bare literal has no type yet, and is an int, a fraction, or a float that is no fraction."""

    kind: str | None
    value: object


def typed(value, kind):
    """A bare literal in the type that its place asks for (expr-11, expr-12); other values as they are."""
    if value.kind:
        return value
    if kind in model.INTEGERS:
        assert isinstance(value.value, int) and model.wrap(value.value, kind) == value.value, (value, kind)
        return Value(kind, value.value)
    is_rounded = isinstance(value.value, (int, Fraction)) and value.value != 0
    return Value(kind, model.nearest(value.value, kind) if is_rounded else float(value.value))


def defaulted(value):
    return typed(value, "i32" if isinstance(value.value, int) else "f32")


def joined(values):
    """Operands that ask each other (expr-9, expr-10)."""
    kinds = {value.kind for value in values if value.kind}
    assert len(kinds) <= 1, values
    if not kinds:
        kinds = {"i32" if all(isinstance(value.value, int) for value in values) else "f32"}
    return [typed(value, *kinds) for value in values]


def tile_joined(values):
    """Operands of an operation with a tile among them (tile-22, tile-23)."""
    kinds = {value.kind for value in values if value.kind}
    floats, integers = kinds & set(model.FLOATS), kinds & set(model.INTEGERS)
    if kinds == {"bool"}:
        kind = "bool"
    elif floats:
        kind = "f32" if floats == {"f16", "bf16"} else max(floats, key=list(model.FLOATS).index)
    else:
        signs = {model.INTEGERS[kind][0] < 0 for kind in integers}
        kind = max(integers, key=lambda kind: model.INTEGERS[kind][2])
        assert len(signs) == 1, values
    assert kind == "bool" or "bool" not in kinds, values
    return [convert(value, kind) if value.kind and value.kind != kind else typed(value, kind) for value in values]


# Operators

ARITHMETIC = {
    "+": (model.add, lambda a, b, kind: a + b),
    "-": (model.subtract, lambda a, b, kind: a - b),
    "*": (model.multiply, lambda a, b, kind: a * b),
    "/": (model.divide, model.quotient),
    "%": (None, model.remainder),
    "&": (None, lambda a, b, kind: a & b),
    "|": (None, lambda a, b, kind: a | b),
    "^": (None, lambda a, b, kind: a ^ b),
}
ORDER = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}


def same(value, result):
    return Value(value.kind, model.wrap(result, value.kind) if value.kind in model.INTEGERS else result)


def binary(operator, a, b, join):
    if operator in ("<<", ">>"):
        a, b = defaulted(a), defaulted(b)
        assert 0 <= b.value < model.INTEGERS[a.kind][2], (a, b)
        return same(a, a.value << b.value if operator == "<<" else a.value >> b.value)
    a, b = join([a, b])
    if operator in COMPARISONS:
        return Value("bool", ORDER[operator](a.value, b.value))
    of_floats, of_others = ARITHMETIC[operator]
    return same(a, (of_floats if a.kind in model.FLOATS else of_others)(a.value, b.value, a.kind))


def unary(operator, a):
    if operator == "!":
        return Value("bool", not a.value)
    if operator == "-":
        return same(a, -a.value) if a.kind else Value(None, -a.value)
    return same(defaulted(a), ~a.value)


# Calls

def convert(value, kind):
    """A conversion (expr-24, expr-25)."""
    if value.kind is None:
        number = value.value
        is_own = kind in model.FLOATS or isinstance(number, int)
        if is_own and (isinstance(number, float) or typed(value, kind).value == number):
            return typed(value, kind)
        value = defaulted(value)
    is_float = value.kind in model.FLOATS
    if kind in model.INTEGERS:
        return Value(kind, model.to_integer(value.value, kind) if is_float else model.wrap(value.value, kind))
    return Value(kind, model.convert(value.value, kind) if is_float else model.nearest(Fraction(value.value), kind))


def ordered(of_floats, of_integers):
    def choose(join, *operands):
        a, b = join(operands)
        return same(a, (of_floats if a.kind in model.FLOATS else of_integers)(a.value, b.value))
    return choose


def where(join, condition, a, b):
    a, b = join([a, b])
    return a if condition.value else b


def fma(join, *operands):
    a, b, c = join(operands)
    return same(a, model.fma(a.value, b.value, c.value, a.kind))


def pattern_of(value):
    """The bits of an integer and how many they are."""
    width = model.INTEGERS[value.kind][2]
    return value.value % 2**width, width


def clz(_, value):
    pattern, width = pattern_of(value)
    return Value("i32", width - pattern.bit_length())


CALLS = {
    "min": ordered(model.least, min),
    "max": ordered(model.greatest, max),
    "tmin": ordered(model.least, min),
    "tmax": ordered(model.greatest, max),
    "abs": lambda _, a: same(a, abs(a.value)),
    "fma": fma,
    "sqrt": lambda _, a: same(a, model.square_root(a.value, a.kind)),
    "where": where,
    "popcount": lambda _, a: Value("i32", bin(pattern_of(a)[0]).count("1")),
    "clz": clz,
}
LITERALS = {"true": Value("bool", True), "false": Value("bool", False), "inf": Value(None, math.inf),
            "nan": Value(None, math.nan)}


# Texts

class Reader:
    """Reads one text; every method gives a function of the names' values."""

    def __init__(self, text, join):
        self.join = join
        self.tokens = TOKEN.findall(text)
        assert "".join(self.tokens) == re.sub(r"\s", "", text), text
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def expression(self, level=0):
        if level == len(LEVELS):
            return self.prefixed()
        left = self.expression(level + 1)
        while self.peek() in LEVELS[level]:
            left = self.operation(self.take(), left, self.expression(level + 1))
            if LEVELS[level][0] in COMPARISONS:
                break
        return left

    def operation(self, operator, left, right):
        if operator == "&&":
            return lambda names: right(names) if left(names).value else Value("bool", False)
        if operator == "||":
            return lambda names: Value("bool", True) if left(names).value else right(names)
        return lambda names: binary(operator, left(names), right(names), self.join)

    def prefixed(self):
        if self.peek() in ("-", "!", "~"):
            operator, operand = self.take(), self.prefixed()
            return lambda names: unary(operator, operand(names))
        return self.primary()

    def primary(self):
        token = self.take()
        if token == "(":
            inner = self.expression()
            assert self.take() == ")"
            return inner
        if token in LITERALS:
            return lambda names: LITERALS[token]
        if token[0].isdigit():
            is_float = re.search("[.e]", token) and not token.startswith("0x")
            number = (Fraction(token.replace("_", "")) or 0.0) if is_float else int(token, 0)
            return lambda names: Value(None, number)
        return self.call(token) if self.peek() == "(" else lambda names: names[token]

    def call(self, name):
        arguments = []
        while self.take() != ")":
            arguments.append(self.expression())
        if name in TYPES:
            return lambda names: convert(arguments[0](names), name)
        if name in CALLS:
            return lambda names: CALLS[name](self.join, *(argument(names) for argument in arguments))
        return lambda names: names[name](*(argument(names) for argument in arguments))


def read(text, join=joined):
    """The function of a text, from the values of its names to its own. `join` is what operands of one operation do."""
    reader = Reader(text, join)
    result = reader.expression()
    assert reader.at == len(reader.tokens), text
    return result
