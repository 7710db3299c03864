# SPDX-License-Identifier: Apache-2.0
"""Totals of atomics on two elements by all threads of several blocks, whatever their order."""
from functools import reduce
import pathlib
import random
import sys

import model
import oracle

BLOCKS = 3
kind = pathlib.Path(sys.argv[1]).stem.removeprefix("atomics_")
low, high, _ = model.INTEGERS[kind]
draws = random.Random(6)
values = [draws.randint(low, high) for _ in range(BLOCKS * 64)]
rare = [draws.randint(low, high) | draws.randint(low, high) | draws.randint(low, high) for _ in range(BLOCKS * 64)]
launches = []
for name, x in (("random", values), ("many bits", rare), ("least", [low] * (BLOCKS * 64))):
    places = [x[0::2], x[1::2]]
    start = {"ADD": 5, "MIN": high, "MAX": low, "AND": model.wrap(-1, kind), "OR": 0, "XOR": 1}
    step = {
        "ADD": lambda a, b: model.wrap(a + b, kind), "MIN": min, "MAX": max,
        "AND": lambda a, b: a & b, "OR": lambda a, b: a | b, "XOR": lambda a, b: a ^ b,
    }
    arguments = {"X": {"shape": f"{BLOCKS}x64", "bits": model.hexadecimal(x, kind)}}
    expect = {}
    for operation, first in start.items():
        arguments[operation] = {"shape": "2", "bits": model.hexadecimal([first, first], kind)}
        totals = [reduce(step[operation], place, first) for place in places]
        expect[operation] = {"bits": model.hexadecimal(totals, kind)}
    launches.append({"name": name, "grid": "B", "arguments": arguments, "expect": expect})
oracle.print_launches(launches)
