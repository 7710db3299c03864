# SPDX-License-Identifier: Apache-2.0
"""Collectives of one type over both scopes: random values, and those at which order and identity show."""
import math
import pathlib
import random
import sys

import model
import oracle

WARPS = {"one_warp": 1, "three_warps": 3, "five_warps": 5}


def blocks(kind, threads):
    """The values of each block of the launch."""
    draws = random.Random(threads)
    if kind == "bool":
        lone = draws.randrange(threads)
        return [
            [draws.random() < 0.5 for _ in range(threads)], [True] * threads, [False] * threads,
            [i == lone for i in range(threads)], [i != lone for i in range(threads)],
        ]
    if kind in model.INTEGERS:
        low, high, _ = model.INTEGERS[kind]
        return [
            [draws.randint(low, high) for _ in range(threads)],
            [draws.choice((1, 3)) for _ in range(threads)],
            [low] * threads,
            [high] * threads,
            [high - 1 if i % 5 else high for i in range(threads)],
        ]
    precision, least, greatest, _ = model.FLOATS[kind]
    sign = lambda: draws.choice((-1, 1))
    draw = lambda: model.convert(sign() * draws.random() * 2.0 ** draws.randint(-precision, precision), kind)
    near_one = lambda: model.convert(sign() * (1 + draws.randint(-3, 3) * 2.0 ** (1 - precision)), kind)
    special = [0.0, -0.0, 1.0, -1.0, 2.0 ** (least - precision + 1), 2.0**least]
    return [
        [draw() for _ in range(threads)],
        [near_one() for _ in range(threads)],
        [-0.0] * threads,
        [math.nan] * threads,
        [math.nan if i == 5 else draw() for i in range(threads)],
        [draws.choice(special) for _ in range(threads)],
        [math.inf if i % 7 else draw() for i in range(threads)],
        [(2 - 2.0 ** (1 - precision)) * 2.0**greatest * draws.choice((1, -1)) for i in range(threads)],
    ]


def operations(kind):
    if kind == "bool":
        return ["and", "or", "xor", "any", "all"]
    return ["sum", "prod", "min", "max"] + (["and", "or", "xor"] if kind in model.INTEGERS else [])


def launch(kind, warps, lanes):
    values = blocks(kind, warps * lanes)
    shape = f"{len(values)}x{warps}"
    arguments = {"X": {"shape": f"{len(values)}x{warps * lanes}", "bits": model.hexadecimal(sum(values, []), kind)}}
    expect = {}
    for operation in operations(kind):
        by_lane = [r for block in values for r in model.over_lanes(block, lanes, operation, kind)[::lanes]]
        by_thread = [r for block in values for r in [model.over_threads(block, lanes, operation, kind)] * warps]
        for scope, results in (("LANE", by_lane), ("THREAD", by_thread)):
            name = f"{scope}_{operation.upper()}"
            arguments[name] = f"unwritten:{shape}"
            expect[name] = {"bits": model.hexadecimal(results, kind)}
    return {"lanes": [lanes], "grid": "B", "arguments": arguments, "expect": expect}


def every_thread(lanes):
    threads = 3 * lanes
    values = blocks("f32", threads)[0]
    by_lane = model.over_lanes(values, lanes, "sum", "f32")
    by_thread = [model.over_threads(values, lanes, "sum", "f32")] * threads
    return {
        "lanes": [lanes],
        "arguments": {
            "X": {"shape": str(threads), "bits": model.hexadecimal(values, "f32")},
            "LANE": f"unwritten:{threads}",
            "THREAD": f"unwritten:{threads}",
        },
        "expect": {
            "LANE": {"bits": model.hexadecimal(by_lane, "f32")},
            "THREAD": {"bits": model.hexadecimal(by_thread, "f32")},
        },
    }


name = pathlib.Path(sys.argv[1]).stem
if name == "collective_result_in_every_thread":
    oracle.print_launches([every_thread(lanes) for lanes in (32, 64)])
else:
    _, kind, warps = name.split("_", 2)
    oracle.print_launches([launch(kind, WARPS[warps], lanes) for lanes in (32, 64)])
