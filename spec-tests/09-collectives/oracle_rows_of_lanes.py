# SPDX-License-Identifier: Apache-2.0
"""One warp a row, lane after lane, over rows of every length that matters: shorter than a warp, as long, longer."""
import numpy as np

import oracle

LENGTHS = (0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 129)
ROWS = 3


def launches():
    for lanes in (32, 64):
        for length in LENGTHS:
            text = f"uniform(-1000000000,1000000000,{length})"
            x = oracle.recipe(text, "i32", (ROWS, length)).astype(np.int64)
            total = (x.sum(axis=1) + 2**31) % 2**32 - 2**31
            prefix = (np.cumsum(x, axis=1) + 2**31) % 2**32 - 2**31
            positive = (x > 0).sum(axis=1)
            best = x.max(axis=1) if length else np.full(ROWS, -(2**31))
            where = x.argmax(axis=1) if length else np.full(ROWS, -1)
            turns = -(-length // lanes)
            results = np.stack([total, best, where, positive, np.full(ROWS, turns)], axis=1).astype(np.int32)
            yield {
                "name": f"{length} at {lanes}", "lanes": [lanes], "grid": "R",
                "arguments": {"X": f"{text}:{ROWS}x{length}", "O": f"unwritten:{ROWS}x5",
                              "P": f"unwritten:{ROWS}x{length}"},
                "expect": {"O": {"bits": oracle.bits(results)}, "P": {"bits": oracle.bits(prefix.astype(np.int32))}},
            }


oracle.print_launches(list(launches()))
