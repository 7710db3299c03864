# SPDX-License-Identifier: Apache-2.0
import numpy as np

import model
import oracle


def columns(a, w, lanes):
    partial = np.zeros((w.shape[0], lanes), np.float32)
    for first in range(0, w.shape[1], lanes):
        products = w[:, first : first + lanes] * a[:, first : first + lanes]
        partial[:, : products.shape[1]] += products
    return model.butterfly_f32(partial)


launches = []
for n, k in ((1, 1), (1, 1000), (31, 31), (32, 64), (33, 65), (65, 127), (1000, 33)):
    a = oracle.recipe("uniform(-1,1,1)", "f32", (1, k))
    w = oracle.recipe("uniform(-1,1,2)", "f32", (n, k))
    for lanes in (32, 64):
        launches.append({
            "name": f"N = {n}, K = {k}",
            "lanes": [lanes],
            "grid": "ceil_div(N, ctx.warps)",
            "arguments": {
                "A": f"uniform(-1,1,1):1x{k}",
                "W": f"uniform(-1,1,2):{n}x{k}",
                "O": f"unwritten:1x{n}",
            },
            "expect": {"O": {"bits": oracle.bits(columns(a, w, lanes))}},
        })
oracle.print_launches(launches)
