# SPDX-License-Identifier: Apache-2.0
"""Products of many bf16 values with three constants, rounded to nearest even."""
import random

import model
import oracle

draws = random.Random(11)
values = [model.from_bits(draws.getrandbits(16), "bf16") for _ in range(1000)]
values += [model.from_bits(i, "bf16") for i in range(12)] + [1.0, -1.0, float("inf")]
shape = str(len(values))
launch = {
    "grid": "ceil_div(N, ctx.threads)",
    "arguments": {"X": {"shape": shape, "bits": model.hexadecimal(values, "bf16")}},
    "expect": {},
}
for name, factor in (("A", 1.0078125), ("B", -0.333984375), ("C", 3.0e-39)):
    factor = model.convert(factor, "bf16")
    launch["arguments"][name] = f"unwritten:{shape}"
    results = [model.multiply(value, factor, "bf16") for value in values]
    launch["expect"][name] = {"bits": model.hexadecimal(results, "bf16")}
oracle.print_launches([launch])
