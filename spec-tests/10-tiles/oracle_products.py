# SPDX-License-Identifier: Apache-2.0
"""`dot` and `dot_t`: chains of fma, step by step."""
import pathlib
import re
import sys

import numpy as np

import model
import oracle
import tiles

KINDS = ("f16", "bf16", "f32", "f64", "i8", "u8", "i32")


def argument(array, kind):
    return {"shape": "x".join(map(str, array.shape)), "bits": tiles.bits(array, kind)}


def expected(array, kind):
    return {"bits": tiles.bits(array, kind)}


def product_of_types(a_kind, b_kind):
    kind = "i32" if a_kind in model.INTEGERS else "f64" if "f64" in (a_kind, b_kind) else "f32"
    sizes = [(1, 1, 1), (16, 5, 31), (3, 33, 65), (17, 2, 32), (2, 1, 63), (5, 7, 0)]
    if a_kind == b_kind and a_kind in ("f16", "f32", "i8"):
        sizes += [(31, 63, 33), (33, 65, 64)]
    for m, n, k in sizes:
        a_text, b_text = ("normal(1)", "normal(2)") if kind != "i32" else tuple(
            {"i8": "uniform(-128,128,1)", "u8": "uniform(0,256,2)", "i32": "uniform(-2147483648,2147483648,3)"}[x]
            for x in (a_kind, b_kind))
        a, b = tiles.tensor(f"{a_text}:{m}x{k}", a_kind), tiles.tensor(f"{b_text}:{k}x{n}", b_kind)
        c = tiles.tensor(f"{b_text}:{n}x{k}", b_kind)
        # The slices are 65 long: the chain goes on over products of zeros.
        a = tiles.cut(a, (0, 0), (m, 65))
        results = {"O": tiles.dot(a, tiles.cut(b, (0, 0), (65, n)), kind),
                   "P": tiles.dot_t(a, tiles.cut(c, (0, 0), (n, 65)), kind)}
        yield {
            "name": f"{m} x {k} by {k} x {n}",
            "arguments": {"A": f"{a_text}:{m}x{k}", "B": f"{b_text}:{k}x{n}", "C": f"{b_text}:{n}x{k}",
                          "O": f"unwritten:{m}x{n}", "P": f"unwritten:{m}x{n}"},
            "expect": {name: expected(value, kind) for name, value in results.items()},
        }


def dot_of_special_values():
    tiny, huge = 2.0**-100, 2.0**100
    first = np.array([0.0, -0.0, 1.0, -tiny, np.inf, np.nan, -huge, tiny], np.float32)
    second = np.array([-0.0, 1.0, -1.0, 0.0, -np.inf, 1.0, huge, -tiny], np.float32)
    a = np.stack([first, second], axis=1)
    b = np.stack([second, first])
    yield {"arguments": {"A": argument(a, "f32"), "B": argument(b, "f32"), "O": "unwritten:8x8", "P": "unwritten:8x8"},
           "expect": {"O": expected(tiles.dot(a[:, :1], b[:1]), "f32"), "P": expected(tiles.dot(a, b), "f32")}}


def in_steps(a, b, step):
    """The operands of each turn of a loop along K."""
    for k in range(0, a.shape[1], step):
        yield tiles.cut(a, (0, k), (a.shape[0], step)), tiles.cut(b, (k, 0), (step, b.shape[1]))


def chain_and_sum_f32():
    for m, n, k in ((8, 33, 64), (5, 31, 65), (1, 1, 33), (8, 2, 0)):
        a, b, c = (oracle.recipe(f"normal({i})", "f32", shape) for i, shape in enumerate(((m, k), (k, n), (m, n))))
        chain, total = c, c
        for x, y in in_steps(a, b, 32):
            chain = tiles.dot(x, y, start=chain)
            total = total + tiles.dot(x, y)
        differ = int((chain != total).sum())
        assert (differ > 0) == (k > 0)
        yield {
            "name": f"{m} x {k} by {k} x {n}",
            "arguments": {"A": f"normal(0):{m}x{k}", "B": f"normal(1):{k}x{n}", "C": f"normal(2):{m}x{n}",
                          "O": f"unwritten:{m}x{n}", "P": f"unwritten:{m}x{n}", "D": "unwritten:1"},
            "expect": {"O": expected(chain, "f32"), "P": expected(total, "f32"), "D": [differ]},
        }


def chain_and_sum_f16():
    for m, n, k in ((8, 33, 64), (5, 31, 65), (1, 1, 100), (8, 2, 0)):
        a, b, c = (oracle.recipe(f"normal({i})", "f16", shape) for i, shape in enumerate(((m, k), (k, n), (m, n))))
        chain, total, narrow = c, c, c
        for x, y in in_steps(a, b, 32):
            chain = tiles.dot(x, y, start=chain).astype(np.float16)
            total = (total.astype(np.float32) + tiles.dot(x, y)).astype(np.float16)
            narrow = narrow + tiles.dot(x, y).astype(np.float16)
        assert m == 1 or k == 0 or ((chain != narrow).any() and (total != narrow).any())
        yield {
            "name": f"{m} x {k} by {k} x {n}",
            "arguments": {"A": f"normal(0):{m}x{k}", "B": f"normal(1):{k}x{n}", "C": f"normal(2):{m}x{n}",
                          "O": f"unwritten:{m}x{n}", "P": f"unwritten:{m}x{n}", "Q": f"unwritten:{m}x{n}"},
            "expect": {"O": expected(chain, "f16"), "P": expected(total, "f16"), "Q": expected(narrow, "f16")},
        }
    # 2049 is a tie of f16, whose even side is 2048. The product is a little more than 1, but 1 in f16.
    a, b, c = (np.array([[x]], np.float16) for x in (1 + 2.0**-10, 1 - 2.0**-11, 2048.0))
    chain = tiles.dot(a, b, start=c).astype(np.float16)
    total = (c.astype(np.float32) + tiles.dot(a, b)).astype(np.float16)
    narrow = c + tiles.dot(a, b).astype(np.float16)
    yield {
        "name": "one product above a tie",
        "arguments": {"A": argument(a, "f16"), "B": argument(b, "f16"), "C": argument(c, "f16"), "O": "unwritten:1x1",
                      "P": "unwritten:1x1", "Q": "unwritten:1x1"},
        "expect": {"O": expected(chain, "f16"), "P": expected(total, "f16"), "Q": expected(narrow, "f16")},
    }


def chain_of_dot_t():
    for m, n, k in ((5, 31, 64), (1, 1, 1), (4, 30, 33), (5, 31, 0)):
        a, b = oracle.recipe("normal(1)", "f32", (m, k)), oracle.recipe("normal(2)", "f32", (n, k))
        padded = -(-k // 8) * 8
        start = np.full((m, n), 0.25, np.float32)
        result = tiles.dot_t(tiles.cut(a, (0, 0), (m, padded)), tiles.cut(b, (0, 0), (n, padded)), start=start)
        yield {"arguments": {"A": f"normal(1):{m}x{k}", "B": f"normal(2):{n}x{k}", "O": f"unwritten:{m}x{n}"},
               "expect": {"O": expected(result, "f32")}}


def chain_onto_other_types():
    recipes = {"A": ("normal(1)", "f32", (4, 33)), "B": ("normal(2)", "f32", (33, 6)),
               "D": ("normal(3)", "f64", (33, 6)),
               "H": ("normal(4)", "bf16", (4, 33)), "I": ("uniform(-128,128,5)", "i8", (4, 33)),
               "J": ("uniform(0,256,6)", "u8", (33, 6)), "O": ("normal(7)", "f64", (4, 6)),
               "P": ("normal(8)", "bf16", (4, 6)),
               "Q": ("normal(9)", "f32", (4, 6)), "R": ("uniform(2147000000,2147483647,10)", "i32", (4, 6)),
               "S": ("normal(11)", "f16", (4, 6))}
    texts = {name: f"{text}:{shape[0]}x{shape[1]}" for name, (text, _, shape) in recipes.items()}
    a, b, d, h, i, j, o, p, q, r, s = (tiles.tensor(texts[name], kind) for name, (_, kind, _) in recipes.items())
    yield {
        "arguments": texts,
        "expect": {
            "O": expected(tiles.dot(a, b, "f64", o), "f64"),
            "P": expected(tiles.rounded(tiles.dot(h, b, "f32", p), "bf16"), "bf16"),
            "Q": expected(tiles.dot(a, d, "f64", q).astype(np.float32), "f32"),
            "R": expected(tiles.dot(i, j, "i32", r), "i32"),
            "S": expected(tiles.dot(a, d, "f64", s).astype(np.float16), "f16"),
        },
    }


def chain_onto_a_slice():
    a, b = oracle.recipe("normal(1)", "f32", (6, 9)), oracle.recipe("normal(2)", "f32", (9, 10))
    for m, n, r, c in ((6, 10, 0, 0), (8, 12, 1, 1), (5, 7, -2, 3), (9, 4, 4, -6), (2, 2, 2, 0)):
        o = oracle.recipe("normal(3)", "f32", (m, n))
        p = np.ones((6, 10), np.float32)
        for target in (o, p):
            chain = tiles.dot(a, b, start=tiles.cut(target, (r, c), (6, 10)))
            tiles.put(target, (r, c), chain)
        yield {"name": f"{m} x {n} from {r}, {c}",
               "arguments": {"A": "normal(1):6x9", "B": "normal(2):9x10", "r": r, "c": c, "O": f"normal(3):{m}x{n}",
                             "P": "unwritten:6x10"},
               "expect": {"O": expected(o, "f32"), "P": expected(p, "f32")}}


def product_that_is_not_alone():
    a, b, c = (oracle.recipe(f"normal({i})", "f32", shape) for i, shape in enumerate(((4, 33), (33, 6), (4, 6))))
    product = tiles.dot(a, b)
    assert (tiles.dot(a, b, start=c) != c + product).any()
    yield {
        "arguments": {"A": "normal(0):4x33", "B": "normal(1):33x6", "C": "normal(2):4x6", "O": "unwritten:4x6",
                      "P": "unwritten:4x6", "Q": "unwritten:4x6", "R": "unwritten:4x6"},
        "expect": {"O": expected(c + product, "f32"), "P": expected(c - product, "f32"),
                   "Q": expected(c + product, "f32"),
                   "R": expected((product < c + product).astype(np.int32), "i32")},
    }


def float_chain_onto_integers():
    a = oracle.recipe("uniform(-20000,20000,1)", "i32", (4, 33))
    b = oracle.recipe("uniform(-20000,20000,2)", "i32", (33, 6))
    product = tiles.dot(a, b, "i32")
    rest = np.fmod(product, 1000)
    yield {
        "arguments": {"A": "uniform(-20000,20000,1):4x33", "B": "uniform(-20000,20000,2):33x6", "O": "unwritten:4x6",
                      "P": "unwritten:4x6", "Q": "unwritten:4x6"},
        "expect": {"O": expected(np.float32(0.5) + product.astype(np.float32), "f32"),
                   "P": expected(0.5 + product.astype(np.float64), "f64"),
                   "Q": expected(np.float16(1) + rest.astype(np.float16), "f16")},
    }


def product_written_to_its_operand():
    a = oracle.recipe("normal(1)", "f32", (33, 33))
    yield {"arguments": {"A": "normal(1):33x33", "O": "unwritten:33x33", "P": "unwritten:33x33"},
           "expect": {"O": expected(tiles.dot(a, a), "f32"), "P": expected(tiles.dot_t(a, a, start=a), "f32")}}


def product_of_one_element():
    a, b = oracle.recipe("normal(1)", "f32", (1, 1)), oracle.recipe("normal(2)", "f32", (1, 65))
    yield {"arguments": {"A": "normal(1):1x1", "B": "normal(2):1x65", "O": "unwritten:1x65", "P": "unwritten:65x65"},
           "expect": {"O": expected(tiles.dot(a, b), "f32"), "P": expected(tiles.dot(b.T, b), "f32")}}


def tensorcore_products():
    for m, n, k in ((16, 8, 64), (1, 1, 1), (17, 9, 33), (3, 5, 63)):
        shapes = {"A": ("f32", (m, k)), "B": ("f32", (k, n)), "H": ("f16", (m, k)), "X": ("bf16", (n, k))}
        texts = {name: f"normal({i}):{shape[0]}x{shape[1]}" for i, (name, (_, shape)) in enumerate(shapes.items())}
        a, b, h, x = (tiles.tensor(texts[name], kind).astype(np.float64) for name, (kind, _) in shapes.items())
        expect = {}
        cases = (("O", a, b, "f32", 2.0**-10), ("P", h, x.T, "f32", 0), ("Q", h, b, "f16", 2.0**-10))
        for name, left, right, kind, loss in cases:
            # Slices are 64 long; that the products of zeros count makes the bound wider than what any engine needs.
            reach = (loss + 64 * 2.0**-22) * (abs(left) @ abs(right))
            middle = tiles.dot(left, right).astype(np.float64)
            low, high = (tiles.rounded(end, kind) for end in (middle - reach, middle + reach))
            expect[name] = {"low": expected(low, kind), "high": expected(high, kind)}
        yield {"name": f"{m} x {k} by {k} x {n}",
               "arguments": texts | {name: f"unwritten:{m}x{n}" for name in expect}, "expect": expect}


def launches(stem):
    kinds = re.sub("^dot_", "", stem).split("_")
    if all(kind in KINDS for kind in kinds):
        return product_of_types(kinds[0], kinds[-1])
    return globals()[stem]()


with np.errstate(all="ignore"):
    oracle.print_launches(list(launches(pathlib.Path(sys.argv[1]).stem)))
