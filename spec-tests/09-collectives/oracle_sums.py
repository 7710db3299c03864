# SPDX-License-Identifier: Apache-2.0
"""A sum over blocks of one warp to 1024 threads, with powers of two of warps and others."""
import random

import model
import oracle

MOST_THREADS = 1024

launches = []
for lanes in (32, 64):
    for warps in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 16, 17, 31, 32):
        if warps * lanes > MOST_THREADS:
            continue
        draws = random.Random(warps)
        threads = warps * lanes
        x = [model.convert(draws.uniform(-1, 1) * 2.0 ** draws.randint(-12, 12), "f32") for _ in range(threads)]
        total = model.over_threads(x, lanes, "sum", "f32")
        most = model.over_threads(x, lanes, "max", "f32")
        least = model.over_lanes(x, lanes, "min", "f32")
        results = [model.subtract(total, model.multiply(most, low, "f32"), "f32") for low in least]
        launches.append({
            "name": f"{warps} warps",
            "lanes": [lanes],
            "set": {"WARPS": warps},
            "arguments": {
                "X": {"shape": str(threads), "bits": model.hexadecimal(x, "f32")},
                "O": f"unwritten:{warps}",
            },
            "expect": {"O": {"bits": model.hexadecimal(results[::lanes], "f32")}},
        })
oracle.print_launches(launches)
