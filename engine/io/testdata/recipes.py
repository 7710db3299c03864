# SPDX-License-Identifier: Apache-2.0
"""The recipes of engine/io/recipe.h in NumPy: make(text, type) gives the same bits as the tools do.

From a shell: recipes.py 'uniform(0,1,7):4x8' f32 out.npy
"""

import re
import sys

import numpy as np

DTYPES = {
    "f16": "<f2", "bf16": "<u2", "f32": "<f4", "f64": "<f8", "i8": "|i1", "u8": "|u1",
    "i32": "<i4", "u32": "<u4", "i64": "<i8", "bool": "|b1",
}
FLOATS = ("f16", "bf16", "f32", "f64")


def draws(seed, first, count):
    """Outputs first, first + 1, ... of SplitMix64 started with the seed."""
    with np.errstate(over="ignore"):
        k = np.arange(first, first + count, dtype=np.uint64)
        z = np.uint64(seed) + (k + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def bf16_bits(values):
    """f64 rounded once to bf16, to nearest even: the exact scaled significand as an integer, then rint."""
    values = np.asarray(values, dtype=np.float64)
    _, exponent = np.frexp(values)
    last_place = np.maximum(exponent - 8, -133)
    rounded = np.ldexp(np.rint(np.ldexp(values, -last_place)), last_place)
    return (rounded.astype(np.float32).view(np.uint32) >> np.uint32(16)).astype(np.uint16)


def rounded(values, element):
    return bf16_bits(values) if element == "bf16" else np.asarray(values, np.float64).astype(DTYPES[element])


def uniform(low, high, seed, count, element):
    if element in FLOATS:
        low, high = float(low), float(high)
        fraction = (draws(seed, 0, count) >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return rounded(low + fraction * (high - low), element)
    low, high = int(low, 0), int(high, 0)
    values = [low + (int(draw) * (high - low) >> 64) for draw in draws(seed, 0, count)]
    return np.array(values, dtype=DTYPES[element])


def normal(seed, count, element):
    words = (draws(seed, 0, 12 * count) >> np.uint64(12)).astype(np.int64).reshape(count, 12)
    return rounded((words.sum(axis=1) - 6 * (2**52 - 1)).astype(np.float64) * 2.0**-52, element)


def make(text, element):
    """The tensor of RECIPE:SHAPE; bf16 as its bits in uint16."""
    recipe, shape_text = re.fullmatch(r"(.*):([0-9x]+)", text).groups()
    shape = tuple(int(length) for length in shape_text.split("x"))
    count = int(np.prod(shape, dtype=object))
    word, _, rest = recipe.partition("(")
    arguments = [argument.strip() for argument in rest.rstrip(")").split(",")]
    if word in ("zeros", "ones", "const"):
        value = {"zeros": "0", "ones": "1"}.get(word, arguments[0])
        if element in FLOATS:
            flat = rounded(np.full(count, float.fromhex(value) if value.startswith("0x") else float(value)), element)
        else:
            flat = np.full(count, int(value, 0)).astype(DTYPES[element])
    elif word == "iota":
        flat = rounded(np.arange(count), element) if element in FLOATS else np.arange(count).astype(DTYPES[element])
    elif word == "uniform":
        flat = uniform(arguments[0], arguments[1], int(arguments[2]), count, element)
    else:
        flat = normal(int(arguments[0]), count, element)
    return flat.reshape(shape)


if __name__ == "__main__":
    np.save(sys.argv[3], make(sys.argv[1], sys.argv[2]))
