# SPDX-License-Identifier: Apache-2.0
import numpy as np

import oracle

launches = []
for n in (1, 31, 32, 33, 63, 64, 65, 1000):
    x = oracle.recipe("uniform(-1,1,1)", "f32", (n,))
    y = oracle.recipe("uniform(-1,1,2)", "f32", (n,))
    launches.append({
        "name": f"N = {n}",
        "grid": "ceil_div(N, ctx.threads)",
        "arguments": {"a": 2.625, "X": f"uniform(-1,1,1):{n}", "Y": f"uniform(-1,1,2):{n}"},
        "expect": {"Y": {"bits": oracle.bits(y + np.float32(2.625) * x)}},
    })
oracle.print_launches(launches)
