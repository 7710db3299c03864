# SPDX-License-Identifier: Apache-2.0
"""The forms of shuffle: one distance for all threads, one for each, and every type of value."""
import pathlib
import random
import sys

import model
import oracle


def source(form, lane, lanes, d):
    """The lane whose value a lane gets (coll-11 to coll-13)."""
    if form == "ANY":
        return d % lanes
    if form == "XOR":
        return lane ^ (d % lanes)
    other = lane - d if form == "UP" else lane + d
    return other if 0 <= other < lanes else lane


FORMS = ("ANY", "XOR", "UP", "DOWN")
DISTANCES = {
    "i32": (0, 1, 5, 16, 31, 32, 33, 40, 63, 64, 65, 127, -1, -16, -33, 2**31 - 1, -(2**31)),
    "i64": (37, -1, 2**32 + 3, -(2**32) + 1, 2**63 - 1, -(2**63)),
    "u32": (2, 31, 2**31, 2**32 - 1, 2**32 - 64),
}


def moved(values, lanes, form, distances):
    return [values[t // lanes * lanes + source(form, t % lanes, lanes, distances[t])] for t in range(len(values))]


def launch(values, kind, lanes, distances, arguments, name=None):
    """Results of all forms; distances has one list for each form."""
    shape = str(len(values))
    expect = {}
    for form in FORMS:
        results = moved(values, lanes, form, distances[form])
        arguments[form] = f"unwritten:{shape}"
        expect[form] = results if kind == "i32" else {"bits": model.hexadecimal(results, kind)}
    named = {"name": name} if name else {}
    return {**named, "lanes": [lanes], "arguments": arguments, "expect": expect}


threads = [t * 3 + 1 for t in range(128)]
case = pathlib.Path(sys.argv[1]).stem
draws = random.Random(4)
launches = []
for lanes in (32, 64):
    if case.startswith("shuffles_by_"):
        for d in DISTANCES[case.removeprefix("shuffles_by_")]:
            same = {form: [d] * 128 for form in FORMS}
            launches.append(launch(threads, "i32", lanes, same, {"d": d}, f"by {d}"))
    elif case == "shuffles_each_by_its_own":
        each = [draws.choice((draws.randint(-70, 70), draws.randint(-(2**31), 2**31 - 1))) for _ in range(128)]
        launches.append(launch(threads, "i32", lanes, {form: each for form in FORMS}, {"D": each}))
    else:
        kind = case.removeprefix("shuffled_")
        if kind == "bool":
            values = [draws.random() < 0.5 for _ in range(64)]
        elif kind in model.INTEGERS:
            low, high, _ = model.INTEGERS[kind]
            values = [draws.randint(low, high) for _ in range(62)] + [low, high]
        else:
            width = model.FLOATS[kind][3]
            values = [model.from_bits(draws.getrandbits(width), kind) for _ in range(60)]
            values += [0.0, -0.0, float("inf"), float("nan")]
        fixed = {form: [d] * 64 for form, d in zip(FORMS, (37, 13, 7, 30))}
        arguments = {"X": {"shape": "64", "bits": model.hexadecimal(values, kind)}}
        launches.append(launch(values, kind, lanes, fixed, arguments))
oracle.print_launches(launches)
