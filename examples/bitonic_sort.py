# SPDX-License-Identifier: Apache-2.0
import numpy as np

import oracle

launches = []
for n, low, high in ((1, 0, 9), (31, -9, 9), (32, -9, 9), (33, -9, 9), (63, -99, 99), (64, -99, 99), (65, -99, 99),
                     (1000, -2147483648, 2147483648)):
    rows = 1 if n == 1000 else 2
    recipe = f"uniform({low},{high},{n})"
    x = oracle.recipe(recipe, "i32", (rows, n))
    launches.append({
        "name": f"N = {n}",
        "grid": "R",
        "arguments": {"X": f"{recipe}:{rows}x{n}", "O": f"unwritten:{rows}x{n}"},
        "expect": {"O": {"bits": oracle.bits(np.sort(x, axis=1))}},
    })
oracle.print_launches(launches)
