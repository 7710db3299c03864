# SPDX-License-Identifier: Apache-2.0
"""Elements of tiles: conversions, joins, broadcasting, comparisons, operators and builtins."""
import pathlib
import random
import sys

import numpy as np

import model
import oracle
import tiles

inf, nan = np.inf, np.nan


def drawn(seed, kind, shape, low=-100.0, high=100.0):
    """Values of a type and an argument that holds them."""
    draws = random.Random(seed)
    if kind in model.INTEGERS:
        least, most, _ = model.INTEGERS[kind]
        values = [least, most, 0, 1] + [draws.randint(least, most) for _ in range(int(np.prod(shape)))]
        array = np.array(values[: int(np.prod(shape))], tiles.DTYPES[kind]).reshape(shape)
    else:
        array = tiles.rounded([draws.uniform(low, high) for _ in range(int(np.prod(shape)))], kind).reshape(shape)
    return array, argument(array, kind)


def argument(array, kind):
    return {"shape": "x".join(map(str, array.shape)), "bits": tiles.bits(array, kind)}


def unwritten(results):
    return {name: "unwritten:" + "x".join(map(str, value.shape)) for name, (value, _) in results.items()}


def launch(arguments, results, **others):
    return {**others, "arguments": arguments | unwritten(results),
            "expect": {name: {"bits": tiles.bits(value, kind)} for name, (value, kind) in results.items()}}


def joined(step, kind, *operands):
    """An operation on operands converted to a float type: one rounding each, exact steps in f64 where it has them."""
    converted = [tiles.rounded(exact_f64(x, kind), kind) for x in operands]
    result = step(*(x if kind != "bf16" else x.astype(np.float32) for x in converted))
    return tiles.rounded(result, kind)


def exact_f64(x, kind):
    """Integers as f64 that round to the type as the integers do: an i64 beyond 2^53 rounds once, in fractions."""
    if x.dtype.kind in "iu" and x.dtype.itemsize == 8:
        return np.array([model.nearest(int(v), kind) for v in x.ravel()]).reshape(x.shape)
    return x.astype(np.float64)


def declared_tiles():
    a, text = drawn(1, "f32", (3, 5))
    x = np.float32(0.3)
    u = np.array([2, 2, 2, 3, 3, 3], np.float32).reshape(1, 1, 2, 3)
    yield launch({"A": text, "x": "0.3"}, {
        "O": (a + x, "f32"), "P": (np.full((3, 5), 0.1, np.float16), "f16"),
        "Q": (np.full((2, 2), -5000000000, np.int64), "i64"), "R": (a < 0, "bool"),
        "S": (a[:, 4:].astype(np.float64), "f64"),
        "U": (u, "f32"),
    })


def ties(kind, wide):
    """Values of a wider type at, just below and just above ties of a float type, and its edges."""
    precision, least, greatest, _ = model.FLOATS[kind]
    ulp = 2.0 ** (1 - precision)
    step = 2.0 ** (1 - model.FLOATS[wide][0])
    values = [0.0, -0.0, inf, -inf, nan]
    for first in (1.0, 1 + ulp, -1.0, 1.5 + ulp, 2 - ulp):
        tie = first + np.sign(first) * ulp / 2
        values += [tie, tie * (1 - step), tie * (1 + step), first]
    top = (2 - ulp) * 2.0**greatest
    past = top + ulp / 2 * 2.0**greatest
    values += [top, -past, past * (1 - step), past * (1 + step)]
    smallest = 2.0 ** (least - precision + 1)
    values += [smallest / 2, -smallest / 2 * (1 + step), smallest * 1.5, smallest * 2.5, 2.0**least - smallest / 2]
    return [v for v in values if np.isnan(v) or model.convert(v, wide) == v]


def conversions_on_assignment():
    doubles = [v for kind in ("f16", "bf16", "f32") for v in ties(kind, "f64")]
    # Rounding to f32 first would make ties of these.
    doubles += [1 + 2.0**-11 + 2.0**-40, 1 + 2.0**-8 + 2.0**-40, 1 + 2.0**-11 - 2.0**-40]
    singles = [v for kind in ("f16", "bf16") for v in ties(kind, "f32")]
    halves = [v for v in ties("bf16", "f16") if np.isnan(v) or abs(v) < 70000 or np.isinf(v)]
    count = len(doubles)
    brains = [0.0, -0.0, inf, nan, 65504.0, 65536.0, -65280.0, 3e38, 2.0**-25, 2.0**-24, 2.0**-133, 1.5 * 2.0**-24,
              3.140625]

    def filled(values, kind):
        return tiles.rounded((values * count)[:count], kind)[None, :]

    x, f, h, b = filled(doubles, "f64"), filled(singles, "f32"), filled(halves, "f16"), filled(brains, "bf16")
    results = {"DF": (x, "f32"), "DH": (x, "f16"), "DB": (x, "bf16"), "FH": (f, "f16"), "FB": (f, "bf16"),
               "HB": (h, "bf16"),
               "BH": (b, "f16"), "HF": (h, "f32"), "BD": (b, "f64")}
    yield launch({"X": argument(x, "f64"), "F": argument(f, "f32"), "H": argument(h, "f16"), "B": argument(b, "bf16")},
                 {name: (tiles.rounded(value, kind), kind) for name, (value, kind) in results.items()})


def joins_of_floats():
    h, h_text = drawn(1, "f16", (1, 24))
    b, b_text = drawn(2, "bf16", (24, 1))
    f, f_text = drawn(3, "f32", (1, 24))
    d, d_text = drawn(4, "f64", (24, 1))
    yield launch({"H": h_text, "B": b_text, "F": f_text, "D": d_text}, {
        "HB": (joined(lambda x, y: x * y, "f32", h, b), "f32"), "HF": (joined(lambda x, y: x - y, "f32", h, f), "f32"),
        "BF": (joined(lambda x, y: x / y, "f32", f, b), "f32"), "HD": (joined(lambda x, y: x + y, "f64", d, h), "f64"),
        "FD": (joined(lambda x, y: x * y, "f64", f, d), "f64"),
        "BB": (tiles.rounded(b + tiles.rounded(b * b, "bf16"), "bf16"), "bf16"), "HH": (h + h * h, "f16"),
    })


def joins_of_integers_with_floats():
    names = {"A": "i8", "B": "u8", "C": "i32", "D": "u32", "E": "i64"}
    a, b, c, d, e = (drawn(i, kind, (1, 16)) for i, kind in enumerate(names.values()))
    # 2^24 + 1 rounds to f32, 2^53 + 1 to f64; 2^24 + 2^15 + 1 to bf16 is not what f32 in between would give.
    c[0][0, 4:7] = 2**24 + 1, 2049, 16842753
    e[0][0, 4:7] = 2**53 + 1, 2**24 + 1, 2**62 + 1
    d[0][0, 4] = 2**32 - 129
    ints = [value for value, _ in (a, b, c, d, e)]
    h, x, f, g = (drawn(10 + i, kind, (16, 1), -3.0, 3.0) for i, kind in enumerate(("f16", "bf16", "f32", "f64")))
    arguments = {name: argument(value, kind) for value, (name, kind) in zip(ints, names.items())}
    arguments |= {"H": h[1], "X": x[1], "F": f[1], "G": g[1]}
    a, b, c, d, e = ints
    h, x, f, g = (value for value, _ in (h, x, f, g))
    yield launch(arguments, {
        "AH": (joined(lambda p, q: p + q, "f16", a, h), "f16"),
        "BX": (joined(lambda p, q: p * q, "bf16", x, b), "bf16"),
        "CH": (joined(lambda p, q: p * q, "f16", c, h), "f16"),
        "CX": (joined(lambda p, q: p - q, "bf16", c, x), "bf16"),
        "CF": (joined(lambda p, q: p + q, "f32", f, c), "f32"), "DF": (joined(lambda p, q: p * q, "f32", d, f), "f32"),
        "EF": (joined(lambda p, q: p - q, "f32", e, f), "f32"), "EG": (joined(lambda p, q: p - q, "f64", g, e), "f64"),
    })


def joins_of_integers():
    a, a_text = drawn(1, "i8", (1, 16))
    c, c_text = drawn(2, "i32", (16, 1))
    e, e_text = drawn(3, "i64", (16, 1))
    b, b_text = drawn(4, "u8", (1, 16))
    d, d_text = drawn(5, "u32", (16, 1))
    yield launch({"A": a_text, "C": c_text, "E": e_text, "B": b_text, "D": d_text}, {
        "AA": (a + a, "i8"), "AC": (a.astype(np.int32) * c, "i32"), "AE": (e - a.astype(np.int64), "i64"),
        "CE": (c.astype(np.int64) + e, "i64"), "BB": (b - np.uint8(200), "u8"), "BD": (b.astype(np.uint32) * d, "u32"),
    })


def scalars_beside_tiles():
    h, h_text = drawn(1, "f16", (1, 33))
    i, i_text = drawn(2, "i8", (1, 33))
    f, f_text = drawn(3, "f32", (1, 33))
    x, s, n, d = np.float32(0.7), np.float16(1.7), np.int32(1000003), np.float64(0.3)
    yield launch({"H": h_text, "I": i_text, "F": f_text, "x": "0.7", "h": "1.7", "n": 1000003, "d": "0.3"}, {
        "A": (h.astype(np.float32) * x, "f32"), "B": (x - h.astype(np.float32), "f32"), "C": (s / h, "f16"),
        "D": (f + np.float32(s), "f32"), "E": (d * f.astype(np.float64), "f64"), "G": (n - i.astype(np.int32), "i32"),
        "J": (np.float32(n) * f, "f32"), "K": (np.int8(100) + i, "i8"), "L": (np.float16(0.1) * h, "f16"),
        "M": (i.astype(np.float16) * s, "f16"),
    })


def broadcasting():
    shapes = {"A": (5, 1), "B": (1, 7), "C": (1, 1), "X": (2, 1, 3), "Y": (1, 4, 1), "Z": (2, 4, 1)}
    made = {name: np.array(random.Random(name).choices(range(-50, 50), k=int(np.prod(shape))), np.int32).reshape(shape)
            for name, shape in shapes.items()}
    a, b, c, x, y, z = made.values()
    yield launch({name: argument(value, "i32") for name, value in made.items()}, {
        "O": (a - b, "i32"), "P": (b * a + c, "i32"), "Q": (a - c, "i32"), "R": (x * y + z, "i32"),
        "S": (a < b, "bool"),
        "T": (np.maximum(a, b) + c - b, "i32"),
    })


SPECIAL = np.array([nan, -0.0, 0.0, 1.0, -1.0, inf, -inf, 2.5], np.float32)


def comparisons_and_where():
    x, y = SPECIAL[:, None], SPECIAL[::-1][None, :]
    for p in (False, True):
        yield launch({"X": argument(x, "f32"), "Y": argument(y, "f32"), "p": p}, {
            "LT": (x < y, "bool"), "LE": (x <= y, "bool"), "GT": (x > y, "bool"), "GE": (x >= y, "bool"),
            "EQ": (x == y, "bool"), "NE": (x != y, "bool"), "M": (~(x < y) & (x != y) | ((x >= 0) ^ p), "bool"),
            "W": (np.where(x < y, x, np.float32(-1)), "f32"), "V": (x if p else np.zeros_like(x), "f32"),
            "U": (np.where(x == y, 1, np.where(x < y, 2, 3)).astype(np.int32), "i32"),
            "T": (np.ones((8, 8), bool), "bool"),
        })


def comparisons_join():
    i = np.array([[0, 1, -1, 2**24 + 1, 2**24, 2049, 70000, 2**31 - 1]], np.int32)
    f = np.array([0.0, 1.0, -1.0, 2.0**24, 2.0**24 + 2, nan, 2.0**31, 2048.0], np.float32)[:, None]
    h = np.array([0.0, 1.0, 2048.0, 65504.0, inf, -1.0, 0.1, nan], np.float16)[:, None]
    b = tiles.rounded([[0.1, 1.0, 1e38, -1.0, 2048.0, 65536.0, -0.0, nan]], "bf16")
    e = np.array([[0, 2, 2**40, -(2**40), 2**24, 2049, 70001, 2**31]], np.int64)
    h_f32 = h.astype(np.float32)
    yield launch({"I": argument(i, "i32"), "F": argument(f, "f32"), "H": argument(h, "f16"), "B": argument(b, "bf16"),
                  "E": argument(e, "i64")}, {
        "IF": (i.astype(np.float32) == f, "bool"), "HB": (h_f32 <= b, "bool"), "EI": (e > i, "bool"),
        "IH": (tiles.rounded(i, "f16") < h, "bool"), "WH": (np.where(h > 1, h_f32, b), "f32"),
    })


def operators_on_tiles():
    a, a_text = drawn(1, "i32", (1, 40))
    b = np.array(random.Random(2).choices([-3, -1, 1, 2, 7, 1000, -(2**31), 2**31 - 1], k=40), np.int32)[None, :]
    s = np.arange(40, dtype=np.int32)[None, :] % 32
    x, x_text = drawn(3, "f32", (1, 40))
    y, y_text = drawn(4, "f32", (1, 40))
    c = (np.arange(40) % 3 == 0)[None, :]
    pairs = list(zip(a.ravel().tolist(), b.ravel().tolist()))
    quotients = np.array([[model.quotient(p, q, "i32") for p, q in pairs]], np.int32)
    remainders = np.array([[model.remainder(p, q, "i32") for p, q in pairs]], np.int32)
    integers = [a + b, a - b, a * b, quotients, remainders, a & b, a | b, a ^ b, a << s, a >> s, -a, ~a]
    yield launch({"A": a_text, "B": argument(b, "i32"), "S": argument(s, "i32"), "X": x_text, "Y": y_text,
                  "C": argument(c, "bool")}, {
        "O": (np.concatenate(integers), "i32"), "P": (np.concatenate([x + y, x - y, x * y, x / y, -x]), "f32"),
        "Q": (~c, "bool"),
    })


def byteperm(a, b, s):
    source = a | b << 32
    result = 0
    for i in range(4):
        selector = s >> 4 * i & 15
        byte = source >> 8 * (selector & 7) & 255
        if selector & 8:
            byte = 255 if byte & 128 else 0
        result |= byte << 8 * i
    return result


def builtins_on_tiles():
    x, _ = drawn(1, "f32", (1, 64), -4.0, 4.0)
    x[0, :8] = SPECIAL
    x[0, 8:12] = 0.5, 1.5, -2.5, 1e-40
    y, y_text = drawn(2, "f32", (1, 64), -4.0, 4.0)
    y[0, :4] = -0.0, 0.0, nan, nan
    y_text = argument(y, "f32")
    z, z_text = drawn(3, "f32", (1, 64), -4.0, 4.0)
    a, a_text = drawn(4, "i32", (1, 64))
    b, b_text = drawn(5, "u32", (1, 64))
    floats = [tiles.least(x, y), tiles.greatest(x, y), abs(x), tiles.fma_f32(x, y, z), np.sqrt(abs(x)), np.floor(x),
              np.ceil(x), np.trunc(x), np.rint(x), x]
    unsigned = [int(v) & 2**32 - 1 for v in a.ravel()]
    scaled = (x * np.float32(100)).ravel().tolist()
    magnitudes = [min(v if v == -(2**31) else abs(v), 1000) for v in a.ravel().tolist()]
    integers = [[bin(v).count("1") for v in unsigned], [32 - v.bit_length() for v in unsigned],
                [model.to_integer(v, "i32") for v in scaled], np.maximum(a, 0).ravel(), magnitudes]
    x_bits = [model.to_bits(float(v), "f32") for v in x.ravel()]
    y_bits = [model.to_bits(float(v), "f32") for v in y.ravel()]
    words = [byteperm(int(p), q, r) for p, q, r in zip(b.ravel(), y_bits, x_bits)]
    yield launch({"X": argument(x, "f32"), "Y": y_text, "Z": z_text, "A": a_text, "B": b_text}, {
        "O": (np.concatenate(floats), "f32"), "P": (np.array(integers, np.int32), "i32"),
        "Q": (np.array([words, unsigned], np.uint32), "u32"), "D": (np.ones((7, 64), np.int32), "i32"),
        "E": (a.astype(np.uint8), "u8"),
    })


def tmax_and_tmin():
    x, y = SPECIAL[:, None], SPECIAL[::-1][None, :]
    h = SPECIAL[None, :].astype(np.float16)
    b = np.array([0.5, nan, -0.0, 3e38, -3e38, 1e-40, 2.0, 0.0])
    b = tiles.rounded(b, "bf16")[:, None]
    i = np.array([[-128, 127, 0, 3, -1, 2, 4, 1]], np.int8)
    yield launch({"X": argument(x, "f32"), "Y": argument(y, "f32"), "H": argument(h, "f16"), "B": argument(b, "bf16"),
                  "I": argument(i, "i8")}, {
        "O": (tiles.greatest(x, y), "f32"), "P": (tiles.least(x, y), "f32"),
        "Q": (tiles.greatest(h.astype(np.float32), b), "f32"), "R": (tiles.least(x, i.astype(np.float32)), "f32"),
        "S": (tiles.greatest(h, np.float16(0)), "f16"), "T": (np.minimum(np.int8(3), i), "i8"),
    })


def elements_of_16_bits_are_rounded():
    for n in (1, 31, 65, 250):
        made = {}
        for name, kind in (("A", "f16"), ("B", "f16"), ("X", "bf16"), ("Y", "bf16")):
            draws = random.Random(f"{name}{n}")
            made[name] = np.array([[model.from_bits(draws.getrandbits(16), kind) for _ in range(n)]])
        a, b = (tiles.rounded(made[name], "f16") for name in "AB")
        x, y = (tiles.rounded(made[name], "bf16") for name in "XY")

        def near(value):
            return tiles.rounded(value, "bf16")

        halves = [a + b, a * b, a / b, a * b + a, np.sqrt(abs(a)) - b]
        brains = [near(x + y), near(x * y), near(x / y), near(near(x * y) + x), near(near(np.sqrt(abs(x))) - y)]
        yield launch({"A": argument(a, "f16"), "B": argument(b, "f16"), "X": argument(x, "bf16"),
                      "Y": argument(y, "bf16")},
                     {"O": (np.concatenate(halves), "f16"), "P": (np.concatenate(brains), "bf16")}, name=f"N = {n}")


def bytes_of(words, is_signed):
    parts = np.stack([words >> np.uint32(8 * i) & np.uint32(255) for i in range(4)]).astype(np.uint8)
    return parts.astype(np.int8).astype(np.int64) if is_signed else parts.astype(np.int64)


def dp4a_on_tiles():
    a, a_text = drawn(1, "u32", (1, 33))
    b, b_text = drawn(2, "u32", (33, 1))
    d, d_text = drawn(3, "u32", (1, 33))
    c, x = np.array([[2**31 - 5]], np.int32), np.array([[0x80FF7F01]], np.uint32)
    o = c.astype(np.int64) + (bytes_of(a, True) * bytes_of(b, True)).sum(axis=0)
    p = d.astype(np.int64) + (bytes_of(a, False) * bytes_of(x, False)).sum(axis=0)
    yield launch({"A": a_text, "B": b_text, "C": argument(c, "i32"), "D": d_text, "x": "0x80FF7F01"},
                 {"O": (o.astype(np.int32), "i32"), "P": (p.astype(np.uint32), "u32")})


with np.errstate(all="ignore"):
    oracle.print_launches(list(globals()[pathlib.Path(sys.argv[1]).stem]()))
