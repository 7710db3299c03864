# SPDX-License-Identifier: Apache-2.0
"""Tiles in functions, in loops, beside threads, and at launch."""
import pathlib
import sys

import numpy as np

import oracle
import tiles


def argument(array, kind):
    return {"shape": "x".join(map(str, array.shape)), "bits": tiles.bits(array, kind)}


def launch(arguments, results, **others):
    unwritten = {name: "unwritten:" + "x".join(map(str, value.shape)) for name, (value, _) in results.items()}
    return {**others, "arguments": unwritten | arguments,
            "expect": {name: {"bits": tiles.bits(value, kind)} for name, (value, kind) in results.items()}}


def tiles_in_functions():
    for m, n, r in ((8, 9, 1), (2, 3, -1), (3, 5, 0)):
        text = f"normal({m}):{m}x{n}"
        part = tiles.cut(tiles.tensor(text, "f32"), (r, 0), (3, 5))
        t = part - tiles.rowsum(part, "f32") / np.float32(5)
        o = np.float32(2) * t
        t[1], t[2, 4] = 0, 15
        yield launch({"X": text, "r": r}, {"O": (o, "f32"), "P": (tiles.greatest(t, part), "f32"),
                                            "Q": (-(t.T + np.float32(1)), "f32")})


def tile_arguments_are_the_callers():
    a = tiles.tensor("uniform(-50,50,1):4x4", "i32")
    t = 4 * a
    p = t + 2 * (a + 1)
    q = p.copy()
    q[0] = 100
    yield launch({"A": "uniform(-50,50,1):4x4"},
                 {"O": (t, "i32"), "P": (p, "i32"), "Q": (10 * q, "i32"), "R": (10 * a, "i32")})


def tensors_in_functions_with_tiles():
    x = tiles.tensor("normal(1):2x3", "f32")
    for m, n in ((4, 5), (1, 1), (3, 2), (7, 4), (0, 4)):
        o = tiles.tensor(f"normal(2):{m}x{n}", "f32")

        def add_to(row, value):
            place, shape = (row, 1), value.shape
            tiles.put(o, place, tiles.cut(o, place, shape) + value)

        for row in range(0, m, 2):
            add_to(row, x)
            add_to(row - 1, x[:, 1:])
        yield launch({"X": "normal(1):2x3", "O": f"normal(2):{m}x{n}"}, {"O": (o, "f32")}, name=f"{m} x {n}")


def tiles_carried_through_loops():
    for n in (0, 1, 2, 7, 31, 100):
        a = np.ones((2, 5), np.int32)
        b = np.arange(5, dtype=np.int32)[None, :] + np.arange(2, dtype=np.int32)[:, None]
        for turn in range(1, n + 1):
            if turn % 3 == 0:
                continue
            a, b = b, (a + b) % 1000007
            if turn == 20:
                break
        longest = np.zeros((1, 5), np.int32)
        for i in range(n):
            for j in range(i % 4):
                longest = np.maximum(longest, np.arange(5)[None, :] * j - i)
        yield launch({"n": n}, {"O": (a, "i32"), "P": (b, "i32"), "Q": (longest, "i32")})


def tiles_under_uniform_conditions():
    row = np.arange(3, dtype=np.int32)
    for x in ([1, 0, -1, 5], [1, 1, 6, 1]):
        for flag in (False, True):
            for blocks in (1, 2, 7):
                factor = 10 if max(x) > 5 else 1
                rows = [row * factor if b % 2 else -row * factor if flag and x[b % 4] > 0 else np.full(3, -1)
                        for b in range(blocks)]
                yield launch({"X": x, "flag": flag}, {"O": (np.stack(rows), "i32")}, grid="B")


def buffers_in_loops_are_new():
    rows = []
    for turn in range(4):
        row = np.full(6, turn)
        row[turn] = 10 + turn
        rows.append(row + (200 if turn % 2 else 100))
    yield launch({}, {"O": (np.stack(rows), "i32")})


def tile_operation_beside_threads():
    for n in (1, 31, 32, 33, 63, 65, 128, 200):
        x = np.round(tiles.tensor(f"uniform(0,9,{n}):{n}", "f32"))
        o, first = np.zeros(n, np.float32), None
        for start in range(0, n, 128):
            s = tiles.cut(x, (start,), (128,))
            above = (s == s.max()).astype(np.float32)
            s = (above.sum() * np.float32(100) + above)[::-1]
            first = s if first is None else first
            o[start : start + 128] = (s + np.float32(0.25))[: min(128, n - start)]
        yield launch({"X": argument(x, "f32")}, {"O": (o, "f32"), "P": (first[None, :], "f32")}, name=f"N = {n}",
                     grid="ceil_div(N, ctx.threads)")


def global_stores_before_a_slice():
    doubled = (63 - np.arange(64)) * 2
    o = np.stack([np.roll(doubled, -1), 63 - np.arange(64)])
    yield launch({}, {"T": (np.stack([np.arange(64), doubled]), "i32"), "O": (o, "i32")})


def threads_between_tile_operations_in_a_loop():
    for turns in (0, 1, 2, 33):
        mine = np.arange(64)
        for turn in range(turns):
            t = np.roll(mine, turn).reshape(4, 16).T
            sums = t.sum(axis=1)
            place = np.arange(64)
            mine = t[place % 16, place // 16] + sums[place % 16] % 101
        yield launch({"turns": turns}, {"O": (mine, "i32")})


def atomics_beside_tile_operations():
    for n in (0, 1, 31, 33, 65, 1000):
        x = tiles.tensor(f"uniform(0,100,{n}):{n}", "i32")
        counts = np.bincount(x % 8, minlength=8)
        p = np.array([counts.max() * 1000 + counts.argmax(), n])
        yield launch({"X": f"uniform(0,100,{n}):{n}"}, {"O": (np.cumsum(counts)[:, None], "i32"), "P": (p, "i32")},
                     name=f"N = {n}")


def tiles_of_each_block():
    z, y, x, _ = np.meshgrid(*(np.arange(n) for n in (2, 3, 4, 5)), indexing="ij")
    o = 100 * z + 10 * y + x
    for place in range(4):
        o[:, :, place, place] = -1
    yield launch({}, {"O": (o, "i32")}, grid="4, 3, 2")


def tiles_set_at_launch():
    for settings in ({}, {"COLS": 3}, {"ROWS": 32, "COLS": 64}, {"ROWS": 1, "COLS": 1}, {"ROWS": 31, "COLS": 33}):
        for m, n in ((1, 1), (9, 33)):
            x = tiles.tensor(f"normal(1):{m}x{n}", "f32")
            t = np.array([settings.get("ROWS", 4), settings.get("COLS", 8)])
            yield launch({"X": f"normal(1):{m}x{n}"}, {"O": (2 * x, "f32"), "T": (t, "i32")}, set=settings,
                         grid="ceil_div(M, ROWS)")


def aligned_tiles():
    for m, n in ((1, 16), (4, 48), (5, 32), (3, 0)):
        o = np.full((m, n), 2, np.float32)
        o[4:] = 7
        yield launch({"X": f"ones:{m}x{n}", "O": f"const(7.0):{m}x{n}"}, {"O": (o, "f32")}, name=f"N = {n}")


def tile_larger_than_a_card():
    x = tiles.tensor("uniform(-1,1,1):1024x1024", "f32")
    yield launch({"X": "uniform(-1,1,1):1024x1024"}, {"O": (tiles.rowsum(x + x.T, "f32"), "f32")})


def one_dimension_and_four():
    a, b = tiles.tensor("uniform(-50,50,1):33", "i32"), tiles.tensor("uniform(-50,50,2):2x3x2x3", "i32")
    o = np.where(a > 0, a, -a) + a[3]
    p = b.copy()
    p[1, :, 0, 2] *= 7
    p[0, 0, 0, 0] = 99
    yield launch({"A": "uniform(-50,50,1):33", "B": "uniform(-50,50,2):2x3x2x3"},
                 {"O": (o, "i32"), "P": (p + p[1:2], "i32")})


def life_by_slices():
    for rows, columns, turns in ((31, 33, 5), (1, 1, 1), (33, 31, 2), (65, 63, 1), (1, 33, 3)):
        text = f"uniform(0,2,{rows}):{rows}x{columns}"
        t = tiles.tensor(text, "u8")
        for _ in range(turns):
            counts = sum(tiles.cut(t, (i, j), t.shape) for i in (-1, 0, 1) for j in (-1, 0, 1))
            t = ((counts == 3) | (counts == 4) & (t == 1)).astype(np.uint8)
        yield launch({"X": text, "turns": turns}, {"O": (t, "u8")}, name=f"{rows} x {columns}",
                     set={"ROWS": rows, "COLS": columns})


def loop_until_a_tile_is_stable():
    for n in (1, 7, 32, 33):
        text = f"uniform(0,3,{n}):{n}x{n}"
        is_open = tiles.tensor(text, "u8") > 0
        label = np.where(is_open, np.arange(n * n).reshape(n, n) + 1, 0)
        turns, changed = 0, True
        while changed:
            moved = [tiles.cut(label, start, (n, n)) for start in ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0))]
            following = np.where(is_open, np.maximum.reduce(moved), 0)
            changed = (following != label).any()
            label, turns = following, turns + 1
        yield launch({"X": argument(is_open, "bool")}, {"O": (label, "i32"), "TURNS": (np.array([turns]), "i32")},
                     name=f"N = {n}", set={"N": n})


def returns_of_tiles():
    a, b = tiles.tensor("normal(1):5x7", "f32"), tiles.tensor("normal(2):5x7", "f32")

    def summed(n, a, b):
        if n < 0:
            return b
        t = a
        for i in range(n):
            if i == 3:
                return t
            t = t + b
        return t + np.float32(0.5)

    for n in (-2, -1, 0, 1, 2, 3, 4):
        o = summed(n, a, b) - summed(n + 1, b, a)
        p = summed(n - 1, a.T, summed(n, b.T, a.T))
        yield launch({"A": "normal(1):5x7", "B": "normal(2):5x7", "n": n}, {"O": (o, "f32"), "P": (p, "f32")})


def more_threads_than_elements():
    a, b = tiles.tensor("normal(1):5x7", "f32"), tiles.tensor("normal(2):7x3", "f32")
    start = np.broadcast_to(tiles.rowsum(a, "f32"), (5, 3))
    g = (np.arange(5)[:, None] - np.float32(0.25) * np.arange(7)[None, :]).astype(np.float32)
    p = tiles.cumsum(g, "f32") * tiles.tril(a) + tiles.rowmax(a)
    yield launch({"A": "normal(1):5x7", "B": "normal(2):7x3"},
                 {"O": (tiles.dot(a, b, start=start), "f32"), "P": (p.T, "f32")})


with np.errstate(all="ignore"):
    oracle.print_launches(list(globals()[pathlib.Path(sys.argv[1]).stem]()))
