# SPDX-License-Identifier: Apache-2.0
"""Long expressions with few brackets, read and computed for each thread by harness/scalars.py.

The source has lines `O[k, t] = EXPRESSION` of names that are loaded: x, y and z of the case's type, i of i32, f of f32,
p and q of bool.
"""
import pathlib
import random
import re
import sys

import model
import oracle
import scalars

THREADS = 64
LINE = re.compile(r"^ *O\[(\d+), t\] = (.+)$", re.MULTILINE)
LOAD = re.compile(r"let (\w) = (\w)\[t\]")
PARAMETER = re.compile(r"(\w): tensor<(\w+)>")


def draw(draws, kind):
    """A value: an extreme one now and then, else a small one or any."""
    if kind == "bool":
        return draws.random() < 0.5
    if kind in model.INTEGERS:
        low, high, _ = model.INTEGERS[kind]
        extremes = (low, low + 1, high, 0, 1, model.wrap(-1, kind))
        return draws.choice((*extremes, draws.randint(0, 9), draws.randint(low, high)))
    if draws.random() < 0.2:
        return draws.choice((0.0, -0.0, float("inf"), -float("inf"), float("nan"), 1.0, -1.0))
    return model.from_bits(draws.getrandbits(model.FLOATS[kind][3]), kind) if draws.random() < 0.3 else \
        model.convert(draws.uniform(-100, 100), kind)


def main(case):
    source = pathlib.Path(case).with_suffix(".ph").read_text(encoding="utf-8")
    kinds = dict(PARAMETER.findall(source))
    draws = random.Random(pathlib.Path(case).stem)
    columns = {name: (tensor, [draw(draws, kinds[tensor]) for _ in range(THREADS)])
               for name, tensor in LOAD.findall(source)}
    results = []
    for row, (number, text) in enumerate(LINE.findall(source)):
        assert int(number) == row, text
        compute = scalars.read(text)
        for t in range(THREADS):
            names = {name: scalars.Value(kinds[tensor], values[t]) for name, (tensor, values) in columns.items()}
            result = compute(names)
            assert result.kind == kinds["O"], text
            results.append(result.value)
    arguments = {tensor: {"shape": str(THREADS), "bits": model.hexadecimal(values, kinds[tensor])}
                 for tensor, values in columns.values()}
    arguments["O"] = f"unwritten:{len(results) // THREADS}x{THREADS}"
    oracle.print_launches([{"arguments": arguments, "expect": {"O": {"bits": model.hexadecimal(results, kinds["O"])}}}])


main(sys.argv[1])
