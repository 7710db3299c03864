# SPDX-License-Identifier: Apache-2.0
import numpy as np

import oracle

launches = []
for n, blocks in ((1, 1), (31, 1), (33, 2), (64, 1), (65, 3), (1000, 1), (5000, 4)):
    x = oracle.recipe(f"uniform(0,256,{n})", "u8", (n,))
    launches.append({
        "name": f"N = {n}, {blocks} blocks",
        "grid": blocks,
        "arguments": {"X": f"uniform(0,256,{n}):{n}", "H": "const(7):256"},
        "expect": {"H": [int(count) + 7 for count in np.bincount(x, minlength=256)]},
    })
oracle.print_launches(launches)
