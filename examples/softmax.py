# SPDX-License-Identifier: Apache-2.0
"""The values of the reals, within a bound of the error of this order of operations.

In units of 2^-24, relative: the argument of exp is at most 8 in magnitude and rounded once, which moves exp by 8; exp
is within 2.5 ULP, at most 5; a thread's sum of up to 4 and 8 steps over the block move the total by 12 more; the
division is one rounding. Numerator 13, denominator 25, division 1: 39 in all, and an ULP is at least 1.
"""
import math

import numpy as np

import oracle

BOUND = 39
launches = []
for k in (1, 31, 32, 33, 63, 64, 65, 1000):
    rows = 1 if k == 1000 else 2
    x = oracle.recipe(f"uniform(-4,4,{k})", "f32", (rows, k)).astype(np.float64)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    total = np.array([[math.fsum(row)] for row in e])
    launches.append({
        "name": f"K = {k}",
        "grid": "R",
        "arguments": {"X": f"uniform(-4,4,{k}):{rows}x{k}", "O": f"unwritten:{rows}x{k}"},
        "expect": {"O": {"bits": oracle.bits((e / total).astype(np.float32)), "ulp": BOUND}},
    })
oracle.print_launches(launches)
