# SPDX-License-Identifier: Apache-2.0
"""Sums and elements of long run expressions, read and computed for each element by harness/scalars.py.

The source has lines `O[k, t] = sum(EXPRESSION)` and `O[k, t] = elem(EXPRESSION, INDEX)` of runs of X, Y and Z, whose
starts are as in STARTS, and of scalars that are loaded.
"""
import pathlib
import random
import re
import sys

import model
import oracle
import scalars

THREADS, LENGTH = 64, 5
STARTS = {
    "X": ("X[t :+ 5]", lambda t: t),
    "Y": ("Y[2 * t :+ 5]", lambda t: 2 * t),
    "Z": ("Z[t + 3 :+ 5]", lambda t: t + 3),
}
LINE = re.compile(r"^ *O\[(\d+), t\] = (sum|elem)\((.+)\)$", re.MULTILINE)
LOAD = re.compile(r"let (\w) = (\w)\[t\]")
PARAMETER = re.compile(r"(\w): tensor<(\w+)>\[(\d+)")
INDEX = ", t % 5"


def draw(draws, kind):
    if kind == "bool":
        return draws.random() < 0.5
    if kind in model.INTEGERS:
        low, high, _ = model.INTEGERS[kind]
        return draws.choice((low, high, 0, 1, draws.randint(0, 9), draws.randint(low, high)))
    return draws.choice((0.0, -0.0, 1.0, float("inf"), float("nan"))) if draws.random() < 0.05 else \
        model.convert(draws.uniform(-100, 100), kind)


def main(case):
    source = pathlib.Path(case).with_suffix(".ph").read_text(encoding="utf-8")
    draws = random.Random(pathlib.Path(case).stem)
    kinds = {name: kind for name, kind, _ in PARAMETER.findall(source)}
    memory = {name: [draw(draws, kind) for _ in range(int(length))] for name, kind, length in PARAMETER.findall(source)}
    rows = int(dict((name, length) for name, _, length in PARAMETER.findall(source))["O"])
    results = []
    for row, (number, consumer, text) in enumerate(LINE.findall(source)):
        assert int(number) == row, text
        if consumer == "elem":
            assert text.endswith(INDEX), text
            text = text.removesuffix(INDEX)
        for name, (run, _) in STARTS.items():
            text = text.replace(run, name)
        compute = scalars.read(text)
        for t in range(THREADS):
            given = {name: scalars.Value(kinds[tensor], memory[tensor][t]) for name, tensor in LOAD.findall(source)}
            elements = []
            for j in range(LENGTH):
                runs = {name: scalars.Value(kinds[name], memory[name][start(t) + j])
                        for name, (_, start) in STARTS.items()}
                elements.append(compute(given | runs))
            result = elements[t % 5 if consumer == "elem" else 0]
            for element in elements[1:] if consumer == "sum" else []:
                result = scalars.binary("+", result, element, scalars.joined)
            assert result.kind == kinds["O"], text
            results.append(result.value)
    arguments = {name: {"shape": str(len(values)), "bits": model.hexadecimal(values, kinds[name])}
                 for name, values in memory.items() if name != "O"}
    arguments["O"] = f"unwritten:{rows}x{THREADS}"
    oracle.print_launches([{"arguments": arguments, "expect": {"O": {"bits": model.hexadecimal(results, kinds["O"])}}}])


main(sys.argv[1])
