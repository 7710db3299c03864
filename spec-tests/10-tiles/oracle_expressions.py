# SPDX-License-Identifier: Apache-2.0
"""Long expressions of tiles of mixed types and shapes, read and computed for each element by harness/scalars.py.

The source has lines `O[4 * k :+ 4, :] = EXPRESSION` of tiles that are loaded whole and of scalar parameters.
"""
import pathlib
import random
import re
import sys

import numpy as np

import model
import oracle
import scalars

ROWS, COLUMNS = 4, 8
LINE = re.compile(r"^ *O\[4 \* (\d+) :\+ 4, :\] = (.+)$", re.MULTILINE)
LOAD = re.compile(r"let (\w) = (\w)\[:, :\]")
PARAMETER = re.compile(r"(\w): tensor<(\w+)>\[(\d+), (\d+)\]")
SCALAR = re.compile(r"(\w): (\w+)(?=[,\n])")
SCALARS = {"s": 1.5, "n": -3, "m": 40}


def draw(draws, kind):
    if kind == "bool":
        return draws.random() < 0.5
    if kind in model.INTEGERS:
        low, high, _ = model.INTEGERS[kind]
        return draws.choice((low, high, 0, 1, draws.randint(0, 9), draws.randint(low, high)))
    if draws.random() < 0.15:
        return draws.choice((0.0, -0.0, float("inf"), -float("inf"), float("nan")))
    return model.from_bits(draws.getrandbits(model.FLOATS[kind][3]), kind) if draws.random() < 0.2 else \
        model.convert(draws.uniform(-100, 100), kind)


def main(case):
    source = pathlib.Path(case).with_suffix(".ph").read_text(encoding="utf-8")
    draws = random.Random(pathlib.Path(case).stem)
    tensors = {name: (kind, int(rows), int(columns)) for name, kind, rows, columns in PARAMETER.findall(source)}
    given = {name: scalars.Value(kind, SCALARS[name]) for name, kind in SCALAR.findall(source)}
    target = tensors.pop("O")[0]
    arguments, tiles = {name: str(value.value) for name, value in given.items()}, {}
    for name, tensor in LOAD.findall(source):
        kind, rows, columns = tensors[tensor]
        values = [draw(draws, kind) for _ in range(rows * columns)]
        arguments[tensor] = {"shape": f"{rows}x{columns}", "bits": model.hexadecimal(values, kind)}
        tiles[name] = (kind, np.broadcast_to(np.array(values, object).reshape(rows, columns), (ROWS, COLUMNS)))
    results = []
    for row, (number, text) in enumerate(LINE.findall(source)):
        assert int(number) == row, text
        compute = scalars.read(text, scalars.tile_joined)
        for place in np.ndindex(ROWS, COLUMNS):
            names = {name: scalars.Value(kind, values[place]) for name, (kind, values) in tiles.items()}
            result = compute(names | given)
            if result.kind != target:
                assert {result.kind, target} <= set(model.FLOATS), text
                result = scalars.convert(result, target)
            results.append(result.value)
    arguments["O"] = f"unwritten:{len(results) // COLUMNS}x{COLUMNS}"
    oracle.print_launches([{"arguments": arguments, "expect": {"O": {"bits": model.hexadecimal(results, target)}}}])


main(sys.argv[1])
