# SPDX-License-Identifier: Apache-2.0
"""In bits: every operation of the kernel is correctly rounded and has its order.

Held to the reals, with u = 2^-24 and d the roundings of a row's sum in pieces of COLS columns: COLS / 32 + 5 within a
piece, and one for each piece. The mean is within (d + 1) u m of the exact one, m being the mean of |x|; so a distance
from it is within e = (d + 2) u m, besides a rounding of its own. The variance is within e^2 + 2 e sqrt(variance) and
its own (d + 6) u; half of its relative error is that of the deviation. A result is within the sum of these, times
|gain|, and the roundings of its last operations.
"""
import numpy as np

import oracle
import tiles

U = 2.0**-24


def rows_of(x, gain, bias, eps, cols):
    count = np.float32(x.shape[1])
    pieces = [(c, tiles.cut(x, (0, c), (x.shape[0], cols))) for c in range(0, x.shape[1], cols)]
    sums = squares = np.zeros((x.shape[0], 1), np.float32)
    for _, piece in pieces:
        sums = sums + tiles.rowsum(piece, "f32")
    mean = sums / count
    for c, piece in pieces:
        distance = np.where(c + np.arange(cols)[None, :] < x.shape[1], piece - mean, np.float32(0))
        squares = squares + tiles.rowsum(distance * distance, "f32")
    deviation = np.sqrt(squares / count + np.float32(eps))
    return (x - mean) / deviation * gain + bias


def assert_near(result, x, gain, bias, eps, cols):
    x, gain, bias, eps = x.astype(np.float64), gain.astype(np.float64), bias.astype(np.float64), float(np.float32(eps))
    rounds = cols // 32 + 5 + -(-x.shape[1] // cols)
    mean, size = x.mean(axis=1, keepdims=True), abs(x).mean(axis=1, keepdims=True)
    distance = x - mean
    variance = (distance**2).mean(axis=1, keepdims=True)
    off = (rounds + 2) * U * size
    deviation = np.sqrt(variance + eps)
    relative = ((rounds + 6) * U * (variance + eps) + 2 * off * np.sqrt(variance) + off**2) / deviation**2
    unit = abs(distance) / deviation
    bound = ((off / deviation + unit * (relative + 4 * U)) * abs(gain) + 2 * U * (abs(unit * gain) + abs(bias))) * 1.01
    assert (abs(result - (distance / deviation * gain + bias)) <= bound).all()


SIZES = ((8, 128, 8, 128), (1, 1, 8, 128), (9, 129, 4, 64), (3, 31, 8, 128), (5, 33, 4, 64), (2, 500, 8, 128),
         (7, 65, 4, 64), (0, 5, 8, 128), (5, 0, 8, 128))
launches = []
for rows, columns, tile_rows, cols in SIZES:
    texts = {"X": (f"uniform(-1,3,{columns})", rows), "GAIN": ("uniform(0.5,1.5,1)", 1), "BIAS": ("uniform(-1,1,2)", 1)}
    x, gain, bias = (oracle.recipe(text, "f32", (n, columns)) for text, n in texts.values())
    result = rows_of(x, gain, bias, 1e-5, cols) if x.size else x
    if x.size:
        assert_near(result, x, gain, bias, 1e-5, cols)
    launches.append({
        "name": f"{rows} rows of {columns}, tiles of {tile_rows} x {cols}",
        "set": {"ROWS": tile_rows, "COLS": cols},
        "grid": "ceil_div(R, ROWS)",
        "arguments": {name: f"{text}:{n}x{columns}" for name, (text, n) in texts.items()}
        | {"O": f"unwritten:{rows}x{columns}", "eps": "1e-5"},
        "expect": {"O": {"bits": oracle.bits(result)}},
    })
oracle.print_launches(launches)
