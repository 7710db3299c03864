# SPDX-License-Identifier: Apache-2.0
"""Programs whose threads take different paths, followed by harness/threads.py: `walk(t, x, w)` of every thread.

Every thread counts in `h` where it has been. x is drawn, t is the thread, w its warp.
"""
import pathlib
import random
import sys

import model
import oracle
import scalars
import threads

BLOCK = 128


def results_of(source, x, lanes):
    walk = threads.functions_of(source)["walk"]
    results = []
    for first in range(0, BLOCK, lanes):
        given = [(t, x[t], first // lanes) for t in range(first, first + lanes)]
        results += threads.warp_results([walk(*(scalars.Value("i32", value) for value in values)) for values in given])
    return [result.value for result in results]


def main(case):
    source = pathlib.Path(case).with_suffix(".ph").read_text(encoding="utf-8")
    draws = random.Random(pathlib.Path(case).stem)
    x = [draws.randint(-20, 20) for _ in range(BLOCK)]
    oracle.print_launches([{
        "lanes": [lanes],
        "arguments": {"X": x, "O": f"unwritten:{BLOCK}"},
        "expect": {"O": {"bits": model.hexadecimal(results_of(source, x, lanes), "i32")}},
    } for lanes in (32, 64)])


main(sys.argv[1])
