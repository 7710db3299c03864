# SPDX-License-Identifier: Apache-2.0
import numpy as np

import model
import oracle

THREADS = 256
ROWS = 3


def sums(x, lanes):
    padded = -(-x.shape[1] // THREADS) * THREADS
    partial = np.zeros((x.shape[0], THREADS), np.float32)
    for first in range(0, padded, THREADS):
        piece = x[:, first : first + THREADS]
        partial[:, : piece.shape[1]] += piece
    return model.block_sum_f32(partial, lanes)


launches = []
for k in (0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000):
    recipe = f"uniform(-1,1,{k})"
    x = oracle.recipe(recipe, "f32", (ROWS, k))
    for lanes in (32, 64):
        launches.append({
            "name": f"K = {k}",
            "lanes": [lanes],
            "grid": "R",
            "arguments": {"X": f"{recipe}:{ROWS}x{k}", "O": f"unwritten:{ROWS}x1"},
            "expect": {"O": {"bits": oracle.bits(sums(x, lanes))}},
        })
oracle.print_launches(launches)
