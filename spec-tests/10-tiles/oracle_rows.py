# SPDX-License-Identifier: Apache-2.0
"""Functions of rows and columns, and the tiles that count: in their defined order, in the element type."""
import pathlib
import random
import sys

import numpy as np

import model
import oracle
import tiles

inf, nan = np.inf, np.nan
WIDTHS = (1, 31, 32, 33, 63, 65)


def argument(array, kind):
    return {"shape": "x".join(map(str, array.shape)), "bits": tiles.bits(array, kind)}


def launch(arguments, results, **others):
    unwritten = {name: "unwritten:" + "x".join(map(str, value.shape)) for name, (value, _) in results.items()}
    return {**others, "arguments": arguments | unwritten,
            "expect": {name: {"bits": tiles.bits(value, kind)} for name, (value, kind) in results.items()}}


def recipe_of(kind, seed):
    if kind in model.FLOATS:
        return f"normal({seed})"
    low, high, _ = model.INTEGERS[kind]
    return f"uniform({low},{high},{seed})"


def rowsum_of_type(kind):
    for rows, width in zip((1, 5, 4, 7, 3, 9), WIDTHS):
        text = f"{recipe_of(kind, width)}:{rows}x{width}"
        yield launch({"X": text}, {"O": (tiles.rowsum(tiles.tensor(text, kind), kind), kind)}, name=f"{rows} x {width}",
                     set={"C": width})


def rowsum_is_the_sum_of_lanes():
    for rows, width in ((4, 65), (1, 1), (5, 31), (3, 32), (8, 33), (2, 63), (4, 500)):
        text = f"normal({width}):{rows}x{width}"
        sums = tiles.rowsum(tiles.tensor(text, "f32"), "f32")
        yield launch({"X": text}, {"O": (sums, "f32"), "P": (sums, "f32"), "D": (np.ones(rows, np.int32), "i32")},
                     name=f"{rows} x {width}", lanes=[32], set={"C": width}, grid="ceil_div(R, ctx.warps)")


def rowsum_begins_at_zero():
    x = np.full((3, 40), -0.0, np.float32)
    x[1, 5], x[1, 37], x[2, 39] = 1.0, -1.0, -(2.0**-149)
    yield launch({"X": argument(x, "f32")}, {"O": (tiles.rowsum(x, "f32"), "f32"), "P": (np.zeros((3, 1)), "f32")})


SPECIAL_ROWS = [
    [1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [-0.0, 0.0, -0.0, -0.0, -0.0], [-0.0, -0.0, -0.0, -0.0, -0.0],
    [0.0, -0.0, 0.0, 0.0, -0.0],
    [nan, 3, nan, 3, 2], [nan, nan, nan, nan, nan], [nan, nan, nan, nan, -inf], [inf, -inf, inf, nan, 0],
    [-inf, -inf, -inf, -inf, -inf], [7, nan, nan, nan, 7], [-1, -1, -3, -1, nan],
]


def special(kind):
    return tiles.rounded(SPECIAL_ROWS, kind)


def bytes_of(seed):
    draws = random.Random(seed)
    rows = np.array([[draws.randint(-128, 127) for _ in range(33)] for _ in range(4)], np.int8)
    rows[1] = 5
    rows[2, 3:] = 127
    rows[3, :] = -128
    return rows


def rowmax_and_rowmin():
    x, h, i = special("f32"), special("f16"), bytes_of(1)
    u = (i.astype(np.int64) * 16909320 % 2**32).astype(np.uint32)
    yield launch({"X": argument(x, "f32"), "H": argument(h, "f16"), "I": argument(i, "i8"), "U": argument(u, "u32")}, {
        "O": (tiles.rowmax(x), "f32"), "P": (tiles.rowmin(x), "f32"), "Q": (tiles.rowmax(h), "f16"),
        "R": (tiles.rowmax(i), "i8"), "S": (tiles.rowmin(i), "i8"), "T": (tiles.rowmin(u), "u32"),
        "V": (x[:, 2:3], "f32"),
    })


def rowargmax_of_ties_and_nan():
    x, h, i = special("f32"), special("bf16"), bytes_of(2)
    yield launch({"X": argument(x, "f32"), "H": argument(h, "bf16"), "I": argument(i, "i8")}, {
        "O": (tiles.rowargmax(x), "i32"), "P": (tiles.rowargmax(h), "i32"), "Q": (tiles.rowargmax(i), "i32"),
        "R": (np.zeros((12, 1)), "i32"),
    })


def rows_of_every_width():
    for rows, width in ((33, 1), (1, 31), (2, 32), (3, 33), (65, 5), (2, 63), (1, 65)):
        text = f"uniform(-50,50,{width}):{rows}x{width}"
        x = tiles.tensor(text, "i32")
        tops = [f(tiles.cut(x, (0, 0), x.shape)) for f in (tiles.rowmax, tiles.rowmin, tiles.rowargmax)]
        tops.append(tiles.rowsum(x, "i32"))
        parts = [tiles.cut(x, (r, 0), (33, width)) for r in range(0, rows, 33)]
        sums = np.concatenate([tiles.cumsum(part, "i32") for part in parts])[:rows]
        lower = np.concatenate([tiles.tril(part) for part in parts])[:rows]
        yield launch({"X": text}, {"O": (np.concatenate(tops, axis=1), "i32"), "Y": (sums, "i32"), "Z": (lower, "i32")},
                     name=f"{rows} x {width}", set={"C": width})


def cumsum_by_rows():
    recipes = {"X": ("normal(1):33x3", "f32"), "H": ("normal(2):33x31", "f16"), "B": ("normal(3):65x1", "bf16"),
               "I": ("uniform(0,256,4):33x4", "u8"), "D": ("normal(5):1x5", "f64")}
    z = np.array([[-0.0, -0.0, 1], [-0.0, 0.0, nan], [-0.0, -0.0, 1]], np.float32)
    results = {"O" + name: (tiles.cumsum(tiles.tensor(text, kind), kind), kind) for name,
               (text, kind) in recipes.items()}
    yield launch({name: text for name, (text, _) in recipes.items()} | {"Z": argument(z, "f32")},
                 results | {"OZ": (tiles.cumsum(z, "f32"), "f32")})


def tril_of_every_shape():
    x = np.full((5, 5), -1.5, np.float32)
    x[0, 1], x[1, 4], x[2, 2], x[3, 0] = nan, -inf, -0.0, nan
    w, t = tiles.tensor("normal(1):3x8", "f32"), tiles.tensor("uniform(-9000000000,9000000000,2):8x3", "i64")
    yield launch({"X": argument(x, "f32"), "W": "normal(1):3x8", "T": "uniform(-9000000000,9000000000,2):8x3",
                  "B": "ones:4x4"},
                 {"OX": (tiles.tril(x), "f32"), "OW": (tiles.tril(w), "f32"), "OT": (tiles.tril(t), "i64"),
                  "OB": (np.tril(np.ones((4, 4), bool)), "bool"), "OR": (tiles.tril(w[:1]), "f32")})


def transpose_and_flat():
    recipes = {"A": ("uniform(-9,9,1):17x33", "i32"), "B": ("uniform(0,2,2):1x31", "bool"),
               "C": ("normal(3):63x1", "f16"),
               "D": ("uniform(-100,100,4):2x3x4x5", "i8"), "E": ("normal(5):7", "f64")}
    made = {name: (tiles.tensor(text, kind), kind) for name, (text, kind) in recipes.items()}
    results = {"O" + name: (value.T, kind) for name, (value, kind) in made.items() if name in "ABC"}
    results |= {"F" + name: (value.reshape(1, -1), kind) for name, (value, kind) in made.items()}
    yield launch({name: text for name, (text, _) in recipes.items()}, results | {"AA": made["A"]})


def iota_counts():
    for n in WIDTHS:
        row, column = np.arange(n, dtype=np.int32)[None, :], np.arange(n, dtype=np.int32)[:, None]
        yield launch({}, {"O": (row, "i32"), "P": (column * column - 2, "i32"), "Q": (np.float32(0.5) * column, "f32"),
                          "R": (column + 1, "i32")}, name=f"N = {n}", set={"N": n})


def collatz(n, most):
    steps = 0
    while n != 1 and steps < most:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def generate_by_function():
    for n, k, most in ((3, 5, 1000), (1, 8, 10), (31, 1, 0)):
        table = np.array([(7 * i + 1) % 4 for i in range(n)], np.int32)
        x = tiles.tensor(f"uniform(0,10,1):4x{k}", "f16")
        s = np.float32(0.7)
        i, j = np.arange(33)[:, None], np.arange(9)[None, :]
        places = (i[:7] + j + 1).astype(np.float32)
        c = np.full((5, 8), -1, np.float32)
        for row in range(5):
            c[row, : min(k, 8)] = (x[table[row % n]] * np.float16(2))[: min(k, 8)]
        d = np.array([[collatz(8 * r + q + 1, most) for q in range(8)] for r in range(4)], np.int32)
        yield launch({"T": argument(table, "i32"), "X": f"uniform(0,10,1):4x{k}", "x": "0.7", "most": most}, {
            "A": (1000 * i + j[:, :5], "i32"), "B": (s / places, "f32"), "C": (c, "f32"), "D": (d, "i32"),
            "E": (((s + np.float32(1)) / places).astype(np.float16), "f16"), "F": (np.zeros((1, 1)), "i32"),
        })


def generate_in_a_loop():
    x = tiles.tensor("uniform(-50,50,1):9x9", "i32")
    away = abs(np.arange(9)[:, None] - np.arange(9)[None, :])
    counts = sum((away < width).astype(np.int32) for width in (1, 4, 7))
    counts[4] = 0
    yield launch({"X": "uniform(-50,50,1):9x9"}, {"O": (x * counts, "i32")})


def row_operations_of_type(kind):
    """All of them on a tile with more columns than rows, and on one with more rows; of bool those that take it."""
    def tile(rows, columns, seed):
        if kind != "bool":
            return tiles.tensor(f"{recipe_of(kind, seed)}:{rows}x{columns}", kind)
        draws = random.Random(seed)
        return np.array([[draws.random() < 0.5 for _ in range(columns)] for _ in range(rows)])

    wide, high, row = tile(5, 33, 1), tile(9, 4, 2), tile(1, 33, 3)
    results = {"TW": wide.T, "TH": high.T, "FW": wide.reshape(1, -1), "LW": tiles.tril(wide), "LH": tiles.tril(high),
               "WW": np.where(np.arange(33) % 3 == 0, wide, row)}
    outputs = {name: (np.ascontiguousarray(value), kind) for name, value in results.items()}
    if kind != "bool":
        numbers = {"CW": tiles.cumsum(wide, kind), "CH": tiles.cumsum(high, kind), "MW": tiles.rowmax(wide),
                   "MH": tiles.rowmax(high), "NW": tiles.rowmin(wide), "NH": tiles.rowmin(high)}
        outputs |= {name: (value, kind) for name, value in numbers.items()}
        outputs |= {"AW": (tiles.rowargmax(wide), "i32"), "AH": (tiles.rowargmax(high), "i32")}
    columns = (np.arange(33) % 3 == 0)[None, :]
    yield launch({"W": argument(wide, kind), "H": argument(high, kind), "V": argument(row, kind),
                  "P": argument(columns, "bool")}, outputs)


def launches(stem):
    for prefix, of_type in (("rowsum_", rowsum_of_type), ("row_operations_", row_operations_of_type)):
        kind = stem.removeprefix(prefix)
        if kind in (*tiles.DTYPES, "bool"):
            return of_type(kind)
    return globals()[stem]()


with np.errstate(all="ignore"):
    oracle.print_launches(list(launches(pathlib.Path(sys.argv[1]).stem)))
