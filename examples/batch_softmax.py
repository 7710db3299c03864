# SPDX-License-Identifier: Apache-2.0
"""Bounds of every element, from the kernel's own order of operations: all of it is exact in bits but for `exp`, which
lies within 2 ULP (tiles.exp).

The bounds are held to the reals: with u = 2^-24, the argument of `exp` is rounded, which moves it by u times the range
of the row, and 2 ULP are 5 u; a sum has COLS / 32 + 5 roundings in a piece, and 8 and another rounded argument for each
piece that follows. Numerator and denominator have both, and the division is one rounding.
"""
import numpy as np

import oracle
import tiles

U = 2.0**-24


def rows_of(x, cols):
    high = np.full((x.shape[0], 1), -np.inf, np.float32)
    total = tiles.Between(np.zeros((x.shape[0], 1)))
    for c in range(0, x.shape[1], cols):
        inside = c + np.arange(cols)[None, :] < x.shape[1]
        piece = np.where(inside, tiles.cut(x, (0, c), (x.shape[0], cols)), np.float32(-np.inf))
        top = tiles.greatest(high, tiles.rowmax(piece))
        total = total * tiles.exp(high - top) + tiles.exp(piece - top).rowsum()
        high = top
    return tiles.exp(x - high) / total


launches = []
sizes = ((8, 64, 8, 64), (1, 1, 8, 64), (9, 65, 4, 32), (3, 31, 8, 64), (5, 33, 4, 32), (2, 300, 8, 64), (7, 63, 4, 32),
         (0, 5, 8, 64), (5, 0, 8, 64))
texts = [(f"uniform(-6,4,{size[1]})", size) for size in sizes]
# Of equal elements both bounds are one value, in bits.
for text, (rows, columns, tile_rows, cols) in texts + [("const(-7.5)", (9, 65, 4, 32))]:
    x = oracle.recipe(text, "f32", (rows, columns))
    bounds = rows_of(x, cols) if x.size else tiles.Between(x)
    if x.size:
        weight = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
        exact = weight / weight.sum(axis=1, keepdims=True)
        pieces = -(-columns // cols)
        reach = (2 * 10 + 10 + (cols // 32 + 5) + 8 * pieces + 1) * U * 1.01 * exact
        assert (bounds.low >= exact - reach).all() and (bounds.high <= exact + reach).all()
        assert (bounds.low <= bounds.high).all()
    what = f"{columns} equal" if text.startswith("const") else f"{columns}"
    launches.append({
        "name": f"{rows} rows of {what}, tiles of {tile_rows} x {cols}",
        "set": {"ROWS": tile_rows, "COLS": cols},
        "grid": "ceil_div(R, ROWS)",
        "arguments": {"X": f"{text}:{rows}x{columns}", "O": f"unwritten:{rows}x{columns}"},
        "expect": {"O": {"low": {"bits": oracle.bits(bounds.low)}, "high": {"bits": oracle.bits(bounds.high)}}},
    })
oracle.print_launches(launches)
