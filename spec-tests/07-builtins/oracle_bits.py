# SPDX-License-Identifier: Apache-2.0
"""Operations on bits: byteperm, dp4a, popcount and clz of every integer type, bits of every float type."""
import pathlib
import random
import sys

import model
import oracle

draws = random.Random(9)


def launch(inputs, outputs, grid="ceil_div(N, ctx.threads)"):
    """Both map a name to a type and values."""
    arguments, expect = {}, {}
    for name, (kind, values) in inputs.items():
        arguments[name] = {"shape": str(len(values)), "bits": model.hexadecimal(values, kind)}
    for name, (kind, values) in outputs.items():
        arguments[name] = f"unwritten:{len(values)}"
        expect[name] = {"bits": model.hexadecimal(values, kind)}
    return [{"grid": grid, "arguments": arguments, "expect": expect}]


def byteperm(a, b, selector):
    source = a.to_bytes(4, "little") + b.to_bytes(4, "little")
    result = 0
    for i in range(4):
        choice = selector >> 4 * i & 15
        byte = source[choice & 7]
        if choice & 8:
            byte = 255 if byte & 128 else 0
        result |= byte << 8 * i
    return result


def byte_permutations():
    selectors = [0x3210, 0x7654, 0x0123, 0x4567, 0, 0x7777, 0xFEDC, 0xBA98, 0x8888, 0xFFFF, 0x5140, 0xFFFF3210, 0x10000]
    selectors += [draws.getrandbits(32) for _ in range(20)]
    rows = [(a, b, s) for a, b in ((0x83828180, 0x07060504), (0x7F0180FF, 0x00FF7F80)) for s in selectors]
    a, b, s = zip(*rows)
    results = [byteperm(*row) for row in rows]
    return launch({"A": ("u32", a), "B": ("u32", b), "S": ("u32", s)}, {"O": ("u32", results)})


def dot(a, b, c, kind):
    """dp4a, with the bytes of a and b signed as the type of c is."""
    read = lambda x: (x % 2**32).to_bytes(4, "little")
    byte = lambda x: model.wrap(x, "i8" if kind == "i32" else "u8")
    return model.wrap(c + sum(byte(x) * byte(y) for x, y in zip(read(a), read(b))), kind)


def dots():
    edge = [0x80, 0xFF, 0x7F, 0x01, 0x00]
    words = [0xFF, 0x80808080, 0x7F7F7F7F, 0xFFFFFFFF, 0x01010101]
    words += [int.from_bytes(bytes(draws.choices(edge, k=4)), "little") for _ in range(8)]
    pairs = [(a, b) for a in words[:6] for b in words[:6]]
    pairs += [(draws.choice(words), draws.choice(words)) for _ in range(20)]
    sums = [0, 1, 2**31 - 1, 2**31 - 2, -(2**31), -1, 123456789]
    rows = [(a, b, sums[i % 7]) for i, (a, b) in enumerate(pairs)]
    rows += [(0x7F7F7F7F, 0x7F7F7F7F, 2**31 - 2), (0x80808080, 0x7F7F7F7F, -(2**31))]
    a, b, c = zip(*rows)
    signed = [dot(x, y, z, "i32") for x, y, z in rows]
    unsigned = [dot(x, y, z % 2**32, "u32") for x, y, z in rows]
    outputs = {name: ("i32", signed) for name in ("UU", "UI", "IU", "II")}
    outputs |= {name: ("u32", unsigned) for name in ("UUU", "IIU")}
    return launch({"A": ("u32", a), "B": ("u32", b), "C": ("i32", c)}, outputs)


def counts(kind):
    low, high, width = model.INTEGERS[kind]
    values = {0, 1, low, high, high - 1, model.wrap(-1, kind), model.wrap(0x55 * (2**width // 255), kind)}
    values |= {model.wrap(1 << i, kind) for i in range(width)} | {model.wrap((1 << i) - 1, kind) for i in range(width)}
    values |= {draws.randint(low, high) for _ in range(10)}
    values = sorted(values)
    raw = [v % 2**width for v in values]
    return launch({"X": (kind, values)}, {
        "ONES": ("i32", [bin(v).count("1") for v in raw]),
        "ZEROS": ("i32", [width - v.bit_length() for v in raw]),
    })


def bits(kind):
    width = model.FLOATS[kind][3]
    values = [model.from_bits(draws.getrandbits(width), kind) for _ in range(30)]
    values += [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), model.from_bits(1, kind)]
    patterns = [model.to_bits(v, kind) for v in values]
    return launch({"X": (kind, values)}, {"O": ("i64" if kind == "f64" else "u32", patterns)})


def floats_from_bits():
    words = [0, 0x80000000, 1, 0x3F800000, 0xBF800001, 0x7F800000, 0xFF800000, 0x00800000, 0x7F7FFFFF, 0x3C00]
    words += [0xFFFF7C00, 0xABCD8001, 0x7FC00000, 0x12345678] + [draws.getrandbits(32) for _ in range(20)]
    return launch({"X": ("u32", words)}, {
        "F32": ("f32", [model.from_bits(w, "f32") for w in words]),
        "F16": ("f16", [model.from_bits(w & 0xFFFF, "f16") for w in words]),
    })


name = pathlib.Path(sys.argv[1]).stem
whole = {"byteperm_selectors": byte_permutations, "dp4a_signs_and_overflow": dots, "floats_from_bits": floats_from_bits}
if name in whole:
    oracle.print_launches(whole[name]())
else:
    family, kind = name.rsplit("_", 1)
    oracle.print_launches({"popcount_and_clz": counts, "bits_of": bits}[family](kind))
