# SPDX-License-Identifier: Apache-2.0
"""A sum over blocks of 1 to 16 warps, powers of two and others."""
import random

import model
import oracle

launches = []
for lanes in (32, 64):
    for warps in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 16):
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
