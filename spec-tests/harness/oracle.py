# SPDX-License-Identifier: Apache-2.0
"""What oracle scripts share: recipes in NumPy, the hex text of arrays, and the printing of launches.

Element types are named as in the language; bf16 arrays are their bits in uint16, as NumPy has no bf16.
"""
import json
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "engine/io/testdata"))
import recipes  # noqa: E402  (a second implementation of engine/io/recipe.h)


def recipe(text, element, shape):
    """The tensor that a recipe makes, as in recipe("uniform(-1,1,7)", "f32", (4, 8))."""
    return recipes.make(f"{text}:{'x'.join(map(str, shape))}", element)


def bits(array):
    """Each element's bits in hex in row order, as a case writes them."""
    array = np.ascontiguousarray(array)
    digits = 2 * array.dtype.itemsize
    unsigned = array.view(f"<u{array.dtype.itemsize}").ravel()
    return " ".join(f"{int(value):0{digits}x}" for value in unsigned)


def print_launches(launches):
    """Prints the value of `launches`; harness/oracles.py puts it into the case."""
    json.dump(launches, sys.stdout)
    print()
