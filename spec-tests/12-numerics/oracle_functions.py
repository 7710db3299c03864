# SPDX-License-Identifier: Apache-2.0
"""The functions with a bound (num-25): values against correctly rounded ones, special values exactly (num-27)."""
from fractions import Fraction
import math
import pathlib
import sys

import mpmath

import model
import oracle

mpmath.mp.prec = 400
INF, NAN = math.inf, math.nan
BOUNDS = {
    "EXP": {"f16": 1, "bf16": 1, "f32": 2, "f64": 1},
    "LOG": {"f16": 1, "bf16": 1, "f32": 1, "f64": 1},
    "TANH": {"f16": 1, "bf16": 1, "f32": 2, "f64": 2},
    "SIN": {"f16": 1, "bf16": 1, "f32": 2, "f64": 2},
    "COS": {"f16": 1, "bf16": 1, "f32": 2, "f64": 2},
    "RSQRT": {"f16": 1, "bf16": 1, "f32": 2, "f64": 1},
    "POW": {"f16": 1, "bf16": 1, "f32": 4, "f64": 2},
}
FUNCTIONS = {
    "EXP": mpmath.exp,
    "LOG": lambda x: mpmath.log(x) if x > 0 else NAN,
    "TANH": mpmath.tanh,
    "SIN": mpmath.sin,
    "COS": mpmath.cos,
    "RSQRT": lambda x: 1 / mpmath.sqrt(x) if x > 0 else NAN,
}
# Pairs, since -0.0 and 0.0 would be one key.
SPECIAL = {
    "EXP": [(0.0, 1.0), (-0.0, 1.0), (-INF, 0.0), (INF, INF), (NAN, NAN)],
    "LOG": [(0.0, -INF), (-0.0, -INF), (1.0, 0.0), (-1.0, NAN), (-INF, NAN), (INF, INF), (NAN, NAN)],
    "TANH": [(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (NAN, NAN)],
    "SIN": [(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (NAN, NAN)],
    "COS": [(0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN), (NAN, NAN)],
    "RSQRT": [(0.0, INF), (-0.0, -INF), (-1.0, NAN), (-INF, NAN), (INF, 0.0), (NAN, NAN)],
}
POWERS = [
    (NAN, 0.0, 1.0), (NAN, -0.0, 1.0), (5.0, -0.0, 1.0), (1.0, NAN, 1.0), (1.0, INF, 1.0), (-1.0, INF, 1.0),
    (-1.0, -INF, 1.0), (0.0, -3.0, INF), (-0.0, -3.0, -INF), (0.0, -2.0, INF), (-0.0, -2.5, INF), (-0.0, -INF, INF),
    (0.0, 3.0, 0.0), (-0.0, 3.0, -0.0), (-0.0, 2.0, 0.0), (-0.0, 0.5, 0.0), (0.0, INF, 0.0), (-2.0, 0.5, NAN),
    (0.5, -INF, INF), (2.0, -INF, 0.0), (-0.5, -INF, INF), (0.5, INF, 0.0), (2.0, INF, INF), (-2.0, INF, INF),
    (-INF, -3.0, -0.0), (-INF, -2.0, 0.0), (-INF, 3.0, -INF), (-INF, 2.0, INF), (-INF, 0.5, INF), (INF, -1.0, 0.0),
    (INF, 0.5, INF), (NAN, 1.0, NAN), (2.0, NAN, NAN),
]


def rounded(real, kind):
    """A real of mpmath to the float type; its 400 bits lie far from every tie here."""
    if not mpmath.isfinite(real):
        return NAN
    mantissa, exponent = int(real.man) if real >= 0 else -int(real.man), int(real.exp)
    value = model.nearest(Fraction(mantissa) * Fraction(2) ** exponent, kind)
    return math.copysign(value, float(mpmath.sign(real)))


def values(kind):
    precision, least, greatest, _ = model.FLOATS[kind]
    step = 2.0 ** (1 - precision)
    large = [1e4, 3e4] + ([1e10, 2.0**100] if greatest > 15 else [])
    some = [0.001, 0.1, 0.5, 0.7, 1 - step, 1 + step, 1.5, 2.0, 2.7182818, 3.0, 3.14159265, 5.0, 6.28, 9.0, 10.5, 20.0]
    some += [2.0**least, 2.0 ** (least - precision + 1)]
    return [model.convert(v, kind) for v in some + large + [-v for v in some] + [-v for v in large[:2]]]


def real(name, x, kind):
    if name == "EXP" and abs(x) > 800:
        return INF if x > 0 else 0.0
    return rounded(FUNCTIONS[name](mpmath.mpf(x)), kind)


def launch(columns, results, kind, bound):
    shape = str(len(next(iter(columns.values()))))
    arguments = {n: {"shape": shape, "bits": model.hexadecimal(v, kind)} for n, v in columns.items()}
    expect = {}
    for n, v in results.items():
        arguments[n] = f"unwritten:{shape}"
        expect[n] = {"bits": model.hexadecimal(v, kind)}
        if bound:
            expect[n]["ulp"] = BOUNDS[n][kind]
    return {"name": "values" if bound else "special values", "grid": "ceil_div(N, ctx.threads)", "arguments": arguments,
            "expect": expect}


family, kind = pathlib.Path(sys.argv[1]).stem.rsplit("_", 1)
if family == "power":
    bases = [0.1, 0.5, 0.9, 1.1, 2.0, 3.0, 10.0]
    pairs = [(model.convert(b, kind), model.convert(e, kind)) for b in bases for e in (-3.0, -1.7, 0.5, 1.7, 3.0)]
    pairs += [(-2.0, 3.0), (-2.0, 4.0), (-3.0, -3.0)]
    results = [rounded(mpmath.power(mpmath.mpf(b), mpmath.mpf(e)), kind) for b, e in pairs]
    columns = {"X": [b for b, _ in pairs], "Y": [e for _, e in pairs]}
    special = {"X": [x for x, _, _ in POWERS], "Y": [y for _, y, _ in POWERS]}
    oracle.print_launches([
        launch(columns, {"POW": results}, kind, True),
        launch(special, {"POW": [r for _, _, r in POWERS]}, kind, False),
    ])
else:
    x = values(kind)
    launches = [launch({"X": x}, {name: [real(name, v, kind) for v in x] for name in FUNCTIONS}, kind, True)]
    x = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN]
    same = lambda a, b: model.to_bits(a, "f64") == model.to_bits(b, "f64")
    rows = {name: [[r for a, r in table if same(a, v)] for v in x] for name, table in SPECIAL.items()}
    results = {name: [r[0] if r else 0.0 for r in row] for name, row in rows.items()}
    launches.append(launch({"X": x}, results, kind, False))
    for name, row in rows.items():
        # What num-27 does not list has a bound only.
        if missing := ",".join(str(i) for i, r in enumerate(row) if not r):
            launches[1]["expect"][name]["undefined"] = missing
    oracle.print_launches(launches)
