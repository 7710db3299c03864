# SPDX-License-Identifier: Apache-2.0
"""Both byte matvecs: the one of whole runs, and the one with a tail."""
import pathlib
import sys

import numpy as np

import model
import oracle

RUN = 16


def columns(a, w, lanes):
    k = w.shape[1]
    whole = k - k % RUN
    products = w.astype(np.int64) * a.astype(np.int64)
    partial = np.zeros((w.shape[0], lanes), np.float32)
    runs = products[:, :whole].reshape(w.shape[0], -1, RUN).sum(axis=2)
    for first in range(0, runs.shape[1], lanes):
        piece = runs[:, first : first + lanes].astype(np.float32)
        partial[:, : piece.shape[1]] += piece
    tail = products[:, whole:].astype(np.float32)
    partial[:, : tail.shape[1]] += tail
    return model.butterfly_f32(partial)


tail = pathlib.Path(sys.argv[1]).stem == "matvec_i8_tail"
sizes = ((1, 512), (31, 1024), (32, 512), (33, 1536), (2, 65536), (1000, 512))
if tail:
    sizes = ((1, 1), (31, 15), (32, 16), (33, 17), (1000, 47), (2, 1000))
launches = []
for n, k in sizes:
    # The longest rows are all large products, so that sums need more than 24 bits.
    a_recipe = "const(-127)" if k == 65536 else "uniform(-128,128,3)"
    w_recipe = "uniform(-128,-100,4)" if k == 65536 else "uniform(-128,128,4)"
    a = oracle.recipe(a_recipe, "i8", (1, k))
    w = oracle.recipe(w_recipe, "i8", (n, k))
    for lanes in (32, 64):
        launches.append({
            "name": f"N = {n}, K = {k}",
            "lanes": [lanes],
            "grid": "ceil_div(N, ctx.warps)",
            "arguments": {"A": f"{a_recipe}:1x{k}", "W": f"{w_recipe}:{n}x{k}", "O": f"unwritten:1x{n}"},
            "expect": {"O": {"bits": oracle.bits(columns(a, w, lanes))}},
        })
oracle.print_launches(launches)
