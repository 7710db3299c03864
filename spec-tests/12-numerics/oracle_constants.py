# SPDX-License-Identifier: Apache-2.0
"""Each statement once of constants and once of loaded values, which take different paths through a compiler.

The source has pairs of lines, `O[k, 0] = i8(127) + i8(1)` and `O[k, 1] = X[k] + Y[k]`, for each of its outputs. The
operands of the first line are what the second loads; both must have the value that the arithmetic of the specification
gives.
"""
import pathlib
import re
import sys

import model
import oracle
import scalars

LOADED = ("X", "Y", "Z")
OPERAND = re.compile(r"\b(\w+)\((-?(?:[\d.]+(?:e-?\d+)?|inf|nan))\)")
LINE = re.compile(r"^ *(\w+)\[(\d+), (\d)\] = (.+)$", re.MULTILINE)
PARAMETER = re.compile(r"(\w+): tensor<(\w+)>")


def value_of(text):
    return scalars.read(text)({})


def main(case):
    source = pathlib.Path(case).with_suffix(".ph").read_text(encoding="utf-8")
    kinds = dict(PARAMETER.findall(source))
    lines = {(output, int(row), int(column)): text for output, row, column, text in LINE.findall(source)}
    loads = {name: {} for name in LOADED if name in kinds}
    results = {output: [] for output, _, _ in lines}
    for output, row, column in list(lines):
        if column != 0:
            continue
        constants = lines[output, row, 0]
        loaded = constants
        for name, (kind, value) in zip(LOADED, OPERAND.findall(constants)):
            assert kinds[name] == kind, constants
            before = loads[name].setdefault(row, value)
            assert before == value, constants
            loaded = loaded.replace(f"{kind}({value})", f"{name}[{row}]", 1)
        assert loaded == lines[output, row, 1], (loaded, lines[output, row, 1])
        result = value_of(constants)
        assert result.kind == kinds[output] and row == len(results[output]) // 2, constants
        results[output] += [result.value, result.value]
    rows = max(len(values) for values in results.values()) // 2
    arguments = {}
    for name, values in loads.items():
        kind = kinds[name]
        known = [value_of(f"{kind}({values.get(row, '0')})").value for row in range(rows)]
        arguments[name] = {"shape": str(rows), "bits": model.hexadecimal(known, kind)}
    expected = {}
    for output, values in results.items():
        arguments[output] = f"unwritten:{len(values) // 2}x2"
        expected[output] = {"bits": model.hexadecimal(values, kinds[output])}
    oracle.print_launches([{"arguments": arguments, "expect": expected}])


main(sys.argv[1])
