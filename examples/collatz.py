# SPDX-License-Identifier: Apache-2.0
import oracle


def steps(n):
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


oracle.print_launches([
    {
        "name": f"N = {n}",
        "grid": "ceil_div(N, ctx.threads)",
        "arguments": {"O": f"unwritten:{n}"},
        "expect": {"O": [steps(i + 1) for i in range(n)]},
    }
    for n in (1, 31, 32, 33, 63, 64, 65, 1000)
])
