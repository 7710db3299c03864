# SPDX-License-Identifier: Apache-2.0
"""Float arithmetic of one type over all pairs of its corner cases."""
import math
import pathlib
import random
import sys

import model
import oracle


def corners(kind):
    precision, least, greatest, _ = model.FLOATS[kind]
    values = [
        0.0, 1.0, 3.0, 1 + 2.0 ** (1 - precision), 2.0 ** (least - precision + 1), 2.0**least,
        (2 - 2.0 ** (1 - precision)) * 2.0**greatest, math.inf, 2.0 ** (precision - 1) + 1,
    ]
    return values + [-v for v in values[:2] + values[4:8]] + [math.nan]


def arithmetic(kind):
    pairs = [(a, b) for a in corners(kind) for b in corners(kind)]
    functions = {
        "ADD": model.add, "SUB": model.subtract, "MUL": model.multiply, "DIV": model.divide,
        "MIN": lambda a, b, _: model.least(a, b), "MAX": lambda a, b, _: model.greatest(a, b),
    }
    results = {name: [f(a, b, kind) for a, b in pairs] for name, f in functions.items()}
    launch = make({"A": [a for a, _ in pairs], "B": [b for _, b in pairs]}, kind, results)
    compared = [(a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b) for a, b in pairs]
    launch["arguments"]["COMPARED"] = f"unwritten:{len(pairs)}"
    launch["expect"]["COMPARED"] = compared
    return [launch]


def kept(value, whole):
    """An integer result that keeps the sign of its argument when it is zero."""
    return math.copysign(float(whole), value) if whole == 0 else float(whole)


def one_operand(kind):
    precision, least, greatest, _ = model.FLOATS[kind]
    whole = 2.0 ** (precision - 2)
    values = [0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.75, -0.75, 2.0, 4.0, 9.0, whole + 0.5, -whole - 0.5, 1e-3]
    values = [model.convert(v, kind) for v in corners(kind) + values]
    finite = lambda f: lambda v: kept(v, f(v)) if math.isfinite(v) else v
    functions = {
        "NEG": lambda v: -v,
        "ABS": abs,
        "SQRT": lambda v: model.square_root(v, kind),
        "FLOOR": finite(math.floor),
        "CEIL": finite(math.ceil),
        "TRUNC": finite(math.trunc),
        "ROUND": finite(round),
    }
    return [make({"X": values}, kind, {name: [f(v) for v in values] for name, f in functions.items()})]


def fused(kind):
    """Random triples where one rounding and a detour over a wider type differ, and the special values."""
    wide = {"f16": "f32", "bf16": "f64", "f32": "f64", "f64": "f64"}[kind]
    precision, _, _, width = model.FLOATS[kind]
    draws = random.Random(20)
    triples = [(1.5, 1.0859375, model.convert(1e-30, kind))] if kind == "bf16" else []
    tie = 1 + 2.0 ** (1 - precision)
    while len(triples) < 40:
        a = model.from_bits(model.to_bits(1.0, kind) + draws.getrandbits(precision - 1), kind)
        b = model.from_bits(model.to_bits(1.0, kind) + draws.getrandbits(precision - 1), kind)
        c = model.convert(draws.choice((-1, 1)) * 2.0 ** draws.choice((-24, -20, -30, -60)), kind)
        if c == 0:
            continue
        once = model.fma(a, b, c, kind)
        twice = model.add(model.multiply(a, b, kind), c, kind)
        detour = model.convert(model.fma(a, b, c, wide), kind) if wide != kind else twice
        # Ties are rare beyond 16 bits: there it has to do that two operations differ.
        if once != (detour if width == 16 else twice):
            triples.append((a, b, c))
    specials = (0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan)
    triples += [(a, b, c) for a in specials for b in (0.0, -1.0, math.inf) for c in specials]
    triples += [(tie, tie, -tie), (tie, -tie, tie)]
    columns = {name: [t[i] for t in triples] for i, name in enumerate("ABC")}
    results = {
        "FUSED": [model.fma(a, b, c, kind) for a, b, c in triples],
        "APART": [model.add(model.multiply(a, b, kind), c, kind) for a, b, c in triples],
    }
    return [make(columns, kind, results)]


def make(columns, kind, results):
    shape = str(len(next(iter(columns.values()))))
    arguments = {name: {"shape": shape, "bits": model.hexadecimal(v, kind)} for name, v in columns.items()}
    expect = {}
    for name, values in results.items():
        arguments[name] = f"unwritten:{shape}"
        expect[name] = {"bits": model.hexadecimal(values, kind)}
    return {"grid": "ceil_div(N, ctx.threads)", "arguments": arguments, "expect": expect}


name = pathlib.Path(sys.argv[1]).stem
kind = name.split("_")[-1]
families = {"float": arithmetic, "rounding": one_operand, "fused": fused}
oracle.print_launches(families[name.split("_")[0]](kind))
