# SPDX-License-Identifier: Apache-2.0
"""Both attentions: bounds of every element, from the kernels' own order of operations.

All of it is exact in bits but for `exp`, whose bound of 2 ULP makes each weight and each factor lie between two values;
what follows is computed for the ends (tiles.Between). The bounds are held to the reals: with u = 2^-24, a score is
within (d + 2) u of |scale| sum |q k|, which moves a weight by as much, relative; the argument of `exp` is rounded, 2
ULP are 5 u, and each turn of the keys adds 6 u for its factor. The sums have at most keys + 6 roundings in a turn. A
weight in f16 is rounded to it, within 2^-11 of itself, or 2^-25 where it is subnormal. The sum of both, for numerator
and denominator, times sum |w v| / sum w, is how far from the reals an element may be.
"""
import pathlib
import sys

import numpy as np

import oracle
import tiles

U = 2.0**-24


def elements(q, k, v, scale, queries, keys, causal):
    """Bounds of O, before it is rounded to its type, and the number of turns."""
    rows, width, count = q.shape[0], q.shape[1], k.shape[0]
    out = tiles.Between(np.zeros((rows, width)), np.zeros((rows, width)))
    out.low, out.high = out.low.copy(), out.high.copy()
    for row in range(0, rows, queries):
        tile = tiles.cut(q, (row, 0), (queries, width)).astype(np.float32)
        query = row + np.arange(queries)[:, None]
        high = np.full((queries, 1), -np.inf, np.float32)
        total = tiles.Between(np.zeros((queries, 1)))
        acc = tiles.Between(np.zeros((queries, width)))
        for key in range(0, min(count, row + queries) if causal else count, keys):
            places = key + np.arange(keys)[None, :]
            chain = tiles.dot_t(tile, tiles.cut(k, (key, 0), (keys, width)).astype(np.float32))
            counts = places <= query if causal else places < count
            score = np.where(counts, np.float32(scale) * chain, np.float32(-np.inf))
            top = tiles.greatest(high, tiles.rowmax(score))
            weight, shrink = tiles.exp(score - top), tiles.exp(high - top)
            weight = weight.rounded("f16") if causal else weight
            total = total * shrink + weight.rowsum()
            acc = weight.dot(tiles.Between(tiles.cut(v, (key, 0), (keys, width))), acc * shrink)
            high = top
        result = acc / total if count else tiles.Between(np.full((queries, width), np.nan))
        tiles.put(out.low, (row, 0), result.low)
        tiles.put(out.high, (row, 0), result.high)
    return out


def assert_near(bounds, q, k, v, scale, keys, causal):
    q, k, v = (x.astype(np.float64) for x in (q, k, v))
    turns = -(-k.shape[0] // keys)
    score = scale * (q @ k.T)
    if causal:
        score = np.where(np.arange(k.shape[0])[None, :] <= np.arange(q.shape[0])[:, None], score, -np.inf)
    weight = np.exp(score - score.max(axis=1, keepdims=True))
    drop = np.where(np.isfinite(score), score.max(axis=1, keepdims=True) - score, 0.0)
    off = (q.shape[1] + 2) * abs(scale) * (abs(q) @ abs(k).T) + drop + 6 * turns + (keys + 6) * turns + 6
    relative = 2 * (off * U).max(axis=1, keepdims=True)
    total = weight.sum(axis=1, keepdims=True)
    mass = weight @ abs(v) / total
    bound = relative * mass + 2 * U * mass
    if causal:
        half = 2.0**-11 + 2.0**-25 * k.shape[0] / total
        bound += 2 * half * (mass + abs(v).max())
        bound += 2.0**-11 * mass + 2.0**-25
    exact = weight @ v / total
    assert (bounds.low >= exact - bound).all() and (bounds.high <= exact + bound).all()
    assert (bounds.low <= bounds.high).all()


causal = pathlib.Path(sys.argv[1]).stem == "flash_attention_f16"
kind = "f16" if causal else "f32"
sizes = ((32, 64, 64, 32, 64), (1, 1, 1, 32, 64), (33, 65, 31, 16, 32), (31, 33, 4, 32, 64), (3, 129, 8, 16, 32),
         (0, 5, 16, 16, 32), (2, 0, 16, 16, 32))
if causal:
    sizes = ((64, 64, 64, 32, 64), (1, 1, 1, 32, 64), (33, 33, 31, 16, 32), (65, 65, 8, 16, 32), (31, 31, 4, 32, 64),
             (0, 0, 16, 16, 32))
launches = []
# With queries of zeros every score is 0 and every weight 1: both bounds are one value, in bits.
for q, (rows, count, width, queries, keys) in [("uniform(-2,2,1)", size) for size in sizes] + [("zeros", sizes[2])]:
    scale = 0.25
    k, v = "uniform(-2,2,2)", "uniform(-1,1,3)"
    arrays = [oracle.recipe(text, kind, (n, width)) for text, n in ((q, rows), (k, count), (v, count))]
    bounds = elements(*arrays, scale, queries, keys, causal)
    expected = {"bits": oracle.bits(bounds.low)}
    if causal:
        low, high = (x.astype(np.float16) for x in bounds.ends())
    else:
        low, high = bounds.ends()
    if rows and count:
        assert_near(tiles.Between(low, high), *arrays, scale, keys, causal)
        expected = {"low": {"bits": oracle.bits(low)}, "high": {"bits": oracle.bits(high)}}
    n = "N" if causal else "M"
    what = "queries of zeros" if q == "zeros" else "queries"
    launches.append({
        "name": f"{rows} {what}, {count} keys, D = {width}, tiles of {queries} queries and {keys} keys",
        "set": {"D": width, "QUERIES": queries, "KEYS": keys},
        "grid": f"ceil_div({n}, QUERIES)",
        "arguments": {
            "Q": f"{q}:{rows}x{width}", "K": f"{k}:{count}x{width}", "V": f"{v}:{count}x{width}",
            "O": f"unwritten:{rows}x{width}", "scale": str(scale),
        },
        "expect": {"O": expected},
    })
oracle.print_launches(launches)
