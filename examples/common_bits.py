# SPDX-License-Identifier: Apache-2.0
import oracle

launches = []
for rows, k in ((1, 1), (5, 31), (5, 32), (5, 33), (5, 63), (5, 64), (5, 65), (2, 1000), (1000, 2)):
    a = oracle.recipe("uniform(0,4294967296,1)", "u32", (1, k))
    b = oracle.recipe("uniform(0,4294967296,2)", "u32", (rows, k))
    counts = [sum(bin(int(word)).count("1") for word in row) for row in a & b]
    launches.append({
        "name": f"R = {rows}, K = {k}",
        "grid": "ceil_div(R, ctx.warps)",
        "arguments": {
            "A": f"uniform(0,4294967296,1):1x{k}",
            "B": f"uniform(0,4294967296,2):{rows}x{k}",
            "O": f"unwritten:{rows}x1",
        },
        "expect": {"O": counts},
    })
oracle.print_launches(launches)
