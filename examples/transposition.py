# SPDX-License-Identifier: Apache-2.0
import oracle

launches = []
for m, n in ((1, 1), (1, 33), (31, 32), (32, 32), (33, 31), (64, 3), (65, 17), (2, 1000)):
    x = oracle.recipe("iota", "f32", (m, n))
    launches.append({
        "name": f"{m} x {n}",
        "grid": ["ceil_div(N, 32)", "ceil_div(M, 32)"],
        "arguments": {"X": f"iota:{m}x{n}", "O": f"unwritten:{n}x{m}"},
        "expect": {"O": [int(value) for value in x.T.reshape(-1)]},
    })
oracle.print_launches(launches)
