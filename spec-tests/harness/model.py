# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of docs/spec in Python, for oracle scripts: exact values as fractions, rounded once.

A value of any float type is a Python float, which holds those of f16, bf16 and f32 exactly. Integers are Python ints.
"""
from fractions import Fraction
import math
import struct

import numpy as np

# Bits of precision, least and greatest exponent of a normal number, bits in memory.
FLOATS = {
    "f16": (11, -14, 15, 16),
    "bf16": (8, -126, 127, 16),
    "f32": (24, -126, 127, 32),
    "f64": (53, -1022, 1023, 64),
}
# Least and greatest value, bits.
INTEGERS = {
    "i8": (-(2**7), 2**7 - 1, 8),
    "u8": (0, 2**8 - 1, 8),
    "i32": (-(2**31), 2**31 - 1, 32),
    "u32": (0, 2**32 - 1, 32),
    "i64": (-(2**63), 2**63 - 1, 64),
}
SHORT = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


# Floats

def nearest(exact, kind):
    """The value of a float type nearest to a fraction, ties to even, overflow to an infinity."""
    precision, least, greatest, _ = FLOATS[kind]
    exact = Fraction(exact)
    if exact == 0:
        return 0.0
    numerator, denominator = abs(exact.numerator), exact.denominator
    sign = -1.0 if exact < 0 else 1.0
    exponent = numerator.bit_length() - denominator.bit_length()
    if numerator << max(-exponent, 0) < denominator << max(exponent, 0):
        exponent -= 1
    step = max(exponent, least) - precision + 1
    divisor = denominator << max(step, 0)
    whole, rest = divmod(numerator << max(-step, 0), divisor)
    if 2 * rest > divisor or (2 * rest == divisor and whole % 2 == 1):
        whole += 1
    if whole.bit_length() + step > greatest + 1:
        return sign * math.inf
    return sign * math.ldexp(whole, step)


def convert(value, kind):
    """A float to a float type (num-22)."""
    if math.isnan(value) or math.isinf(value) or value == 0:
        return value
    return nearest(Fraction(value), kind)


def add(a, b, kind):
    total = a + b
    if not (math.isfinite(a) and math.isfinite(b)) or total == 0:
        return total
    return nearest(Fraction(a) + Fraction(b), kind)


def subtract(a, b, kind):
    return add(a, -b, kind)


def multiply(a, b, kind):
    if not (math.isfinite(a) and math.isfinite(b)):
        return math.nan if a == 0 or b == 0 else a * b
    sign = math.copysign(1.0, a) * math.copysign(1.0, b)
    if a == 0 or b == 0:
        return math.copysign(0.0, sign)
    return math.copysign(nearest(Fraction(a) * Fraction(b), kind), sign)


def divide(a, b, kind):
    sign = math.copysign(1.0, a) * math.copysign(1.0, b)
    if math.isnan(a) or math.isnan(b) or (math.isinf(a) and math.isinf(b)) or (a == 0 and b == 0):
        return math.nan
    if math.isinf(a) or b == 0:
        return math.copysign(math.inf, sign)
    if math.isinf(b) or a == 0:
        return math.copysign(0.0, sign)
    return math.copysign(nearest(Fraction(a) / Fraction(b), kind), sign)


def fma(a, b, c, kind):
    if not (math.isfinite(a) and math.isfinite(b)):
        return multiply(a, b, kind) + c
    if not math.isfinite(c):
        return c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        product = math.copysign(0.0, math.copysign(1.0, a) * math.copysign(1.0, b))
        return product + c if a == 0 or b == 0 else 0.0 if c != 0 else product
    return nearest(exact, kind)


def square_root(a, kind):
    if a == 0 or math.isnan(a) or a == math.inf:
        return a
    if a < 0:
        return math.nan
    exact = Fraction(a)
    scale = 2**1200
    root = math.isqrt(exact.numerator * scale * scale // exact.denominator)
    inexact = root * root * exact.denominator != exact.numerator * scale * scale
    # A sticky bit far below every type's precision keeps the rounding of an inexact root right.
    return nearest(Fraction(2 * root + (1 if inexact else 0), 2 * scale), kind)


def least(a, b):
    """min of two floats (num-15)."""
    if math.isnan(a):
        return b
    if math.isnan(b):
        return a
    if a == b == 0:
        return a if math.copysign(1.0, a) < 0 else b
    return min(a, b)


def greatest(a, b):
    """max of two floats (num-15)."""
    if math.isnan(a):
        return b
    if math.isnan(b):
        return a
    if a == b == 0:
        return b if math.copysign(1.0, a) < 0 else a
    return max(a, b)


def to_bits(value, kind):
    """The bits of a value that the type has; every NaN as the positive quiet one (builtin-27)."""
    precision, smallest, largest, width = FLOATS[kind]
    fraction = precision - 1
    sign = (1 if math.copysign(1.0, value) < 0 else 0) << (width - 1)
    top = largest - smallest + 2
    if math.isnan(value):
        return top << fraction | 1 << (fraction - 1)
    if math.isinf(value):
        return sign | top << fraction
    if value == 0:
        return sign
    exponent = max(math.frexp(abs(value))[1] - 1, smallest)
    digits = Fraction(abs(value)) / Fraction(2) ** (exponent - fraction)
    assert digits.denominator == 1 and digits < 2**precision, (value, kind)
    biased = exponent - smallest + 1 if digits >= 2**fraction else 0
    return sign | biased << fraction | int(digits) & (2**fraction - 1)


def from_bits(bits, kind):
    precision, smallest, largest, width = FLOATS[kind]
    fraction = precision - 1
    sign = -1.0 if bits >> (width - 1) else 1.0
    biased = bits >> fraction & ((1 << (width - precision)) - 1)
    digits = bits & (2**fraction - 1)
    if biased == largest - smallest + 2:
        return math.nan if digits else sign * math.inf
    if biased:
        digits |= 2**fraction
    return sign * float(digits * Fraction(2) ** (max(biased, 1) + smallest - 1 - fraction))


# Integers

def wrap(value, kind):
    low, _, width = INTEGERS[kind]
    return (value - low) % 2**width + low


def quotient(a, b, kind):
    whole = abs(a) // abs(b)
    return wrap(whole if (a < 0) == (b < 0) else -whole, kind)


def remainder(a, b, kind):
    rest = abs(a) % abs(b)
    return wrap(-rest if a < 0 else rest, kind)


def shift_left(a, count, kind):
    return wrap(a << count, kind)


def shift_right(a, count):
    return a >> count


def to_integer(value, kind):
    """A float to an integer type (num-21)."""
    low, high, _ = INTEGERS[kind]
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return high if value > 0 else low
    return min(max(math.trunc(value), low), high)


# Arrays of bits, which oracle.bits prints

def patterns(values, kind):
    """The bits of a list of values as an unsigned array, in the order of the list."""
    if kind == "bool":
        return np.array([1 if v else 0 for v in values], np.uint8)
    if kind in INTEGERS:
        width = INTEGERS[kind][2]
        return np.array([v % 2**width for v in values], SHORT[width])
    return np.array([to_bits(v, kind) for v in values], SHORT[FLOATS[kind][3]])


def hexadecimal(values, kind):
    """The bits of a list of values as the text of a case."""
    array = patterns(values, kind)
    return " ".join(f"{int(x):0{array.itemsize * 2}x}" for x in array)


# Collectives: a step is a function of two values

IDENTITY = {
    "sum": lambda kind: -0.0 if kind in FLOATS else 0,
    "prod": lambda kind: 1.0 if kind in FLOATS else 1,
    "min": lambda kind: math.nan if kind in FLOATS else INTEGERS[kind][1],
    "max": lambda kind: math.nan if kind in FLOATS else INTEGERS[kind][0],
    "and": lambda kind: True if kind == "bool" else wrap(-1, kind),
    "or": lambda kind: False if kind == "bool" else 0,
    "xor": lambda kind: False if kind == "bool" else 0,
    "any": lambda kind: False,
    "all": lambda kind: True,
}


def step(operation, kind):
    """One step of a collective (coll-4)."""
    if kind in FLOATS:
        return {
            "sum": lambda a, b: add(a, b, kind),
            "prod": lambda a, b: multiply(a, b, kind),
            "min": least,
            "max": greatest,
        }[operation]
    return {
        "sum": lambda a, b: wrap(a + b, kind),
        "prod": lambda a, b: wrap(a * b, kind),
        "min": min,
        "max": max,
        "and": lambda a, b: a & b,
        "or": lambda a, b: a | b,
        "xor": lambda a, b: a ^ b,
        "any": lambda a, b: a | b,
        "all": lambda a, b: a & b,
    }[operation]


def butterfly(values, combine):
    """coll-5 over a list whose length is a power of two; every place holds its result."""
    values = list(values)
    offset = len(values) // 2
    while offset:
        values = [combine(v, values[i ^ offset]) for i, v in enumerate(values)]
        offset //= 2
    return values


def over_lanes(values, lanes, operation, kind):
    """What every thread of a block gets from a collective over lanes."""
    result = []
    for first in range(0, len(values), lanes):
        result += butterfly(values[first : first + lanes], step(operation, kind))
    return result


def over_threads(values, lanes, operation, kind):
    """What every thread of a block gets from a collective over threads (coll-6)."""
    entries = over_lanes(values, lanes, operation, kind)[::lanes]
    while len(entries) & (len(entries) - 1):
        entries.append(IDENTITY[operation](kind))
    return butterfly(entries, step(operation, kind))[0]


def butterfly_f32(values, axis=-1):
    """The sum of coll-5 in f32 along an axis of a NumPy array, for amounts that fractions are too slow for."""
    values = np.moveaxis(np.asarray(values, np.float32), axis, -1)
    offset = values.shape[-1] // 2
    while offset:
        values = values + values[..., np.arange(values.shape[-1]) ^ offset]
        offset //= 2
    return values[..., 0]


def block_sum_f32(values, lanes):
    """sum<over ctx.thread> in f32: the last axis is the threads of a block."""
    values = np.asarray(values, np.float32)
    warps = values.shape[-1] // lanes
    entries = butterfly_f32(values.reshape(values.shape[:-1] + (warps, lanes)))
    padded = 1 << (warps - 1).bit_length()
    filler = np.full(values.shape[:-1] + (padded - warps,), -0.0, np.float32)
    return butterfly_f32(np.concatenate([entries, filler], axis=-1))


def f32_from(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]
