# SPDX-License-Identifier: Apache-2.0
"""Slices with edges: where they begin, which elements they read, which they write."""
import pathlib
import sys

import numpy as np

import oracle
import tiles


def numbers(shape, first=1):
    """Elements that tell where they were, as an array and as an argument."""
    array = (np.arange(int(np.prod(shape))) + first).reshape(shape).astype(np.int32)
    return array, {"shape": "x".join(map(str, shape)), "bits": oracle.bits(array)}


def expected(array):
    return {"bits": oracle.bits(array)}


def slice_forms():
    a, a_text = numbers((6, 10))
    for m, n in ((9, 12), (5, 6)):
        x, x_text = numbers((m, n), 1000)
        for i in (0, 1, 4):
            results = {
                "B": a, "C": a[1:3], "D": a[:, 7:], "E": a[:4], "F": tiles.cut(x, (i, i), (2, 4)),
                "G": tiles.cut(x, (i + 1, 2 * i - 1), (2, 4)), "H": tiles.cut(x, (i - 1, m - 2), (2, 2)),
                "I": tiles.cut(x, (i, 3 - i), (1, 4)),
            }
            arguments = {"A": a_text, "X": x_text, "i": i}
            arguments |= {name: f"unwritten:{value.shape[0]}x{value.shape[1]}" for name, value in results.items()}
            yield {"arguments": arguments, "expect": {name: expected(value) for name, value in results.items()}}


STARTS = (-(2**31), -100, -9, -8, -5, -4, -1, 0, 1, 2, 31, 32, 33, 63, 65, 1000, 2**31 - 1)


def edges():
    """Sizes and starts where something changes, and pairs of both ends."""
    for m, n in ((1, 1), (4, 31), (5, 9), (33, 65)):
        for r, c in ((0, 0), (-1, -1), (-4, -8), (-5, 3), (2, -9), (m - 1, n - 1), (m, 0), (0, n), (m - 4, n - 8),
                     (STARTS[0], STARTS[-1]), (STARTS[-1], 0), (0, STARTS[0])):
            yield m, n, r, c


def slice_read_past_edges():
    for m, n, r, c in edges():
        a, text = numbers((m, n))
        yield {"name": f"{m} x {n} from {r}, {c}", "arguments": {"A": text, "r": r, "c": c, "O": "unwritten:5x9"},
               "expect": {"O": expected(tiles.cut(a, (r, c), (5, 9)))}}


def slice_written_past_edges():
    a, text = numbers((5, 9), 1000)
    for m, n, r, c in edges():
        o, before = numbers((m, n))
        tiles.put(o, (r, c), a)
        yield {"name": f"{m} x {n} from {r}, {c}", "arguments": {"A": text, "r": r, "c": c, "O": before},
               "expect": {"O": expected(o)}}


def slice_starts_of_every_type():
    a, text = numbers((40,))
    for starts in ((-3, 38, -1, 37, 2), (-128, 255, -(2**31), 2**32 - 1, -(2**63)),
                   (127, 0, 2**31 - 1, 2**31, 2**63 - 1),
                   (36, 36, 36, 36, 2**32), (-4, 40, -3, 39, -(2**32)), (0, 128, 40, 2**32 - 4, 2**63 - 3)):
        yield {
            "arguments": {"A": text, **{name: str(s) for name, s in zip("abcde", starts)}, "O": "unwritten:5x4"},
            "expect": {"O": expected(np.stack([tiles.cut(a, (s,), (4,)) for s in starts]))},
        }


def points_beside_spans():
    a, text = numbers((4, 10))
    for p, c in ((0, 0), (3, 5), (-1, 2), (4, 2), (2, -3), (1, 9), (2, 10), (-2, -1), (3, -7), (2, 40)):
        yield {"arguments": {"A": text, "p": p, "c": c, "O": "unwritten:1x7", "Q": "unwritten:3x1"},
               "expect": {"O": expected(tiles.cut(a, (p, c), (1, 7))), "Q": expected(tiles.cut(a, (p, c), (3, 1)))}}


def slices_of_rank_1_3_4():
    a, a_text = numbers((8,))
    b, b_text = numbers((3, 4, 5), 100)
    c, c_text = numbers((3, 2, 4, 2), 1000)
    for i in (0, 1, 2, 3, -1, 6, -6):
        yield {
            "arguments": {"A": a_text, "B": b_text, "C": c_text, "i": i, "X": "unwritten:5", "Y": "unwritten:2x3x4",
                          "Z": "unwritten:2x1x3x2"},
            "expect": {
                "X": expected(tiles.cut(a, (i,), (5,))),
                "Y": expected(tiles.cut(b, (i - 1, i, i + 1), (2, 3, 4))),
                "Z": expected(tiles.cut(c, (i, 1, i - 2, 0), (2, 1, 3, 2))),
            },
        }


def slices_of_tiles():
    a, text = numbers((7, 5))
    for i, j in ((0, 0), (-1, 2), (5, -3), (3, 1), (6, 4), (7, 5), (-4, 0), (1, -1000000)):
        t = a.copy()
        tiles.put(t, (j, i), tiles.cut(a, (i, j), (2, 3)) + np.int32(100))
        yield {"arguments": {"A": text, "i": i, "j": j, "O": "unwritten:4x4", "P": "unwritten:7x5"},
               "expect": {"O": expected(tiles.cut(a, (i, j), (4, 4))), "P": expected(t)}}


def right_side_complete_before_left():
    a, a_text = numbers((40, 3))
    t, t_text = numbers((33, 33))
    shifted = np.concatenate([a[:1], a[:39]])
    o = t.T.copy()
    o[:32] = o[1:].copy()
    o[:, 1:] += o[:, :32].copy()
    yield {"arguments": {"A": a_text, "T": t_text, "O": "unwritten:33x33"},
           "expect": {"A": expected(shifted), "O": expected(o)}}


def slice_is_a_value():
    a, text = numbers((4, 8))
    t = a.copy()
    t[1] = 7
    yield {"arguments": {"A": text, "O": "unwritten:4x8", "P": "unwritten:4x8"},
           "expect": {"A": expected(a + 1), "O": expected(2 * a + t), "P": expected(a)}}


def scalar_fills_a_slice():
    x = np.float32(1.0 + 2.0**-11)
    o = np.full((6, 6), 1.5, np.float16)
    tiles.put(o, (-1, 4), np.full((3, 5), 0.1, np.float16))
    o[3] = np.float16(x)
    t = np.full((6, 1), x * 2, np.float32)
    t[:2] = -0.0
    o[:, 2:3] = t.astype(np.float16)
    for n in (3, 4):
        yield {
            "lanes": [32, 64],
            "arguments": {"N": [n], "O": "unwritten:6x6", "P": "unwritten:3", "Q": "unwritten:4",
                          "x": "1.00048828125"},
            "expect": {"O": expected(o), "P": [64000000448, 5, 64000000448],
                       "Q": [True] * 4 if n == 3 else [False, False, True, True]},
        }


def compound_assignment_to_slices():
    for m, n, r, c in ((5, 7, 0, 0), (9, 9, 1, 1), (4, 6, -2, 3), (3, 12, 1, -2), (1, 1, 0, 0), (6, 6, 9, 0)):
        a = oracle.recipe("uniform(-1,1,1)", "f32", (5, 7))
        kinds = {"O": "f16", "P": "bf16", "Q": "f32"}
        o, p, q = (tiles.tensor(f"uniform(-3,3,{ord(name)}):{m}x{n}", kind) for name, kind in kinds.items())
        x = np.float32(1.7)

        def change(target, kind, starts, shape, step):
            part = tiles.cut(target, starts, shape).astype(np.float32)
            tiles.put(target, starts, np.broadcast_to(tiles.rounded(step(part), kind), shape))

        change(o, "f16", (r, c), (5, 7), lambda part: part + a)
        change(o, "f16", (0, 0), (1, 3), lambda part: part.astype(np.float16) * np.float16(1.1))
        change(p, "bf16", (r, c), (5, 7), lambda part: part - a)
        change(p, "bf16", (c, r), (5, 7), lambda part: part / x)
        change(q, "f32", (r, c), (5, 7), lambda part: part * a[:, :1])
        change(q, "f32", (r, c), (5, 7), lambda part: part - x)
        yield {
            "name": f"{m} x {n} from {r}, {c}",
            "arguments": {"A": "uniform(-1,1,1):5x7", "r": r, "c": c, "x": "1.7"}
            | {name: f"uniform(-3,3,{ord(name)}):{m}x{n}" for name in kinds},
            "expect": {"O": {"bits": tiles.bits(o, "f16")}, "P": {"bits": tiles.bits(p, "bf16")},
                       "Q": {"bits": tiles.bits(q, "f32")}},
        }


def compound_operators_on_tiles():
    texts = {"A": ("uniform(-1000,1000,1)", "i32"), "B": ("uniform(1,100,2)", "i32"), "C": ("uniform(0,2,3)", "bool"),
             "D": ("uniform(0,2,4)", "bool"), "S": ("uniform(0,256,5)", "u8")}
    a, b, c, d, s = (oracle.recipe(text, kind, (1, 32)) for text, kind in texts.values())

    def quotient(x, y):
        return np.trunc(x / y).astype(np.int32)

    rows = [a + b]
    rows.append(rows[-1] - 7)
    rows.append(rows[-1] * b)
    rows.append(quotient(rows[-1].astype(np.float64), b))
    rows.append(rows[-1] - quotient(rows[-1].astype(np.float64), b) * b)
    rows.append(a & b)
    rows.append(rows[-1] | (1 + b))
    rows.append(rows[-1] ^ a)
    rows.append((rows[-1] << (s & 15).astype(np.int32)) >> 3)
    flags = [c & d, (c & d) | c, ~((c & d) | c)]
    bytes_ = [s << np.uint8(3)]
    bytes_.append(bytes_[-1] >> (b & 7).astype(np.uint8))
    yield {
        "arguments": {name: f"{text}:4x8" for name, (text, _) in texts.items()}
        | {"O": "unwritten:9x32", "P": "unwritten:3x32", "Q": "unwritten:2x32"},
        "expect": {name: expected(np.concatenate(parts)) for name, parts in (("O", rows), ("P", flags), ("Q", bytes_))},
    }


def masked_copy():
    for m, n in ((1, 1), (31, 33), (32, 32), (33, 31), (63, 65), (65, 63), (1, 65), (0, 5), (5, 0)):
        text = f"uniform(-1,1,1):{m}x{n}"
        yield {"grid": "ceil_div(N, 32), ceil_div(M, 32)", "arguments": {"A": text, "O": f"unwritten:{m}x{n}"},
               "expect": {"O": {"recipe": "uniform(-1,1,1)"}}}


def slice_of_empty_tensor():
    for m, n in ((0, 3), (2, 0), (0, 0)):
        yield {"arguments": {"A": f"zeros:{m}x{n}", "O": "unwritten:2x3"}, "expect": {"O": "zeros", "A": "unchanged"}}


def end_of_span_is_not_evaluated():
    a, text = numbers((8,))
    for divisor in (0, 3):
        yield {"arguments": {"A": text, "a": 7, "b": divisor, "O": "unwritten:4"}, "expect": {"O": expected(a[1:5])}}


def order_of_evaluation():
    t = np.ones((4, 4), np.int32)
    t[0:2, 0:3] = 2 * t[3:4, 1:4]
    t[1, :3] = 2 * tiles.cut(np.ones((4, 4), np.int32), (4, 1), (1, 3))
    t[2, 1:] += 6
    o = t.copy()
    u = t[1:3, :2] * 2 - 3
    t[:2, :2] = tiles.dot(u, t[:2, :2], "i32", t[:2, :2])
    o[:2, :2] += t[:2, :2]
    yield {"arguments": {"T": [0], "O": "unwritten:4x4", "P": "unwritten:1"},
           "expect": {"O": expected(o), "T": [123645], "P": [12345678]}}


def calls_in_tile_operations():
    i = np.arange(8, dtype=np.int32)[None, :]

    def moved(k):
        return tiles.cut(i, (0, k), (1, 8))

    t = i.copy()
    t[:, 1:] += 3 * i[:, :7]
    t[:, :3] -= 2
    u = i.copy()
    u[:, 2:] *= 4 * i[:, :6] + 1
    rows = [2 * i + 3, 2 - 3 * i, 2 * moved(1) - 3 * moved(2), -i, np.where(i > 3, 5 * i, 6),
            np.where(i < 2, 9, 4 * (i - 2)), t, np.maximum(u, 3 - u)]
    yield {"arguments": {"T": [0], "O": "unwritten:8x8"},
           "expect": {"O": expected(np.concatenate(rows).astype(np.int32))}}


def slices_of_every_type():
    kinds = dict(zip("ABCDEFGHIJ", tiles.DTYPES))
    for m, n in ((1, 1), (2, 33), (1, 40), (5, 31)):
        arguments, expect = {}, {}
        for name, kind in kinds.items():
            recipe = "ones" if kind == "bool" else "uniform(1,100,1)"
            arguments |= {name: f"{recipe}:{m}x{n}", f"O{name}": "unwritten:3x35"}
            part = tiles.cut(tiles.tensor(arguments[name], kind), (-1, -1), (3, 35))
            expect[f"O{name}"] = {"bits": tiles.bits(part, kind)}
        yield {"name": f"{m} x {n}", "arguments": arguments, "expect": expect}


with np.errstate(over="ignore"):
    oracle.print_launches(list(globals()[pathlib.Path(sys.argv[1]).stem]()))
