# SPDX-License-Identifier: Apache-2.0
"""Integer arithmetic of one type over all pairs of its corner cases."""
import pathlib
import sys

import model
import oracle


def corners(kind):
    low, high, width = model.INTEGERS[kind]
    values = {0, 1, 2, 3, 7, high, high - 1, low, low + 1, high // 2 + 1, 10 ** (width // 8)}
    if low < 0:
        values |= {-1, -2, -3, -7}
    if kind == "u32":
        # Quotients that 24-bit or reciprocal division gets wrong.
        values |= {2**23 - 1, 2**23 + 1, 2**24 - 1, 2**24 + 1, 2**31}
    return sorted(v for v in values if low <= v <= high)


def arithmetic(kind):
    pairs = [(a, b) for a in corners(kind) for b in corners(kind) if b != 0]
    results = {
        "ADD": [model.wrap(a + b, kind) for a, b in pairs],
        "SUB": [model.wrap(a - b, kind) for a, b in pairs],
        "MUL": [model.wrap(a * b, kind) for a, b in pairs],
        "DIV": [model.quotient(a, b, kind) for a, b in pairs],
        "REM": [model.remainder(a, b, kind) for a, b in pairs],
    }
    return launch(pairs, kind, results)


def logic(kind):
    pairs = [(a, b) for a in corners(kind) for b in corners(kind) if b != 2]
    results = {
        "AND": [a & b for a, b in pairs],
        "OR": [a | b for a, b in pairs],
        "XOR": [a ^ b for a, b in pairs],
        "MIN": [min(a, b) for a, b in pairs],
        "MAX": [max(a, b) for a, b in pairs],
        "NOT": [model.wrap(~a, kind) for a, _ in pairs],
        "NEG": [model.wrap(-a, kind) for a, _ in pairs],
        "ABS": [model.wrap(abs(a), kind) for a, _ in pairs],
    }
    launches = launch(pairs, kind, results)
    compared = [(a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b) for a, b in pairs]
    launches[0]["arguments"]["COMPARED"] = f"unwritten:{len(pairs)}"
    launches[0]["expect"]["COMPARED"] = compared
    return launches


def shifts(kind):
    width = model.INTEGERS[kind][2]
    pairs = [(a, count) for a in corners(kind) for count in (0, 1, 4, width - 2, width - 1)]
    results = {
        "LEFT": [model.shift_left(a, count, kind) for a, count in pairs],
        "RIGHT": [model.shift_right(a, count) for a, count in pairs],
    }
    return launch(pairs, kind, results, second="i32")


def near_float():
    """q * d - 1, q * d and q * d + 1 around 2^23, 2^24 and 2^32, divided by d."""
    pairs = []
    for top in (2**23, 2**24, 2**32 - 2):
        for d in (3, 7, 2047, 4093, 8388607, 16777213):
            if d < top:
                exact = top // d * d
                pairs += [(exact + step, d) for step in (-1, 0, 1)]
    results = {"DIV": [a // b for a, b in pairs], "REM": [a % b for a, b in pairs]}
    return launch(pairs, "u32", results)


def launch(pairs, kind, results, second=None):
    shape = str(len(pairs))
    arguments = {
        "A": {"shape": shape, "bits": model.hexadecimal([a for a, _ in pairs], kind)},
        "B": {"shape": shape, "bits": model.hexadecimal([b for _, b in pairs], second or kind)},
    }
    expect = {}
    for name, values in results.items():
        arguments[name] = f"unwritten:{shape}"
        expect[name] = {"bits": model.hexadecimal(values, kind)}
    return [{"grid": "ceil_div(N, ctx.threads)", "arguments": arguments, "expect": expect}]


name = pathlib.Path(sys.argv[1]).stem
kind = name.split("_")[-1]
if name == "division_near_float_precision":
    oracle.print_launches(near_float())
else:
    oracle.print_launches({"arithmetic": arithmetic, "logic": logic, "shifts": shifts}[name.split("_")[0]](kind))
