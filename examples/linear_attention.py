# SPDX-License-Identifier: Apache-2.0
"""Bounds of every element, from the kernel's own order of operations: all of it is exact in bits but for `exp`, which
lies within 2 ULP (tiles.exp).

The bounds are held to the recurrence, step by step in f64. With u = 2^-24: cumsum is within c u of the sum of the gates
|g| of a chunk of c steps, which moves exp by as much, relative, with 5 u for its 2 ULP; an element of o has at most two
factors exp on each side of a product, and a state has one more for each chunk since. A chain over dk, c or both is
within its length times u of the sum of magnitudes. So an element is within

    (4 c G + 20 + dk + c + turns (c G + 8 + c)) u

of the same recurrence with |q| |k| |v| (G the greatest sum of |g| over a chunk), where factors exp(b) exp(-b) of the
chunk's own steps, which are at least exp(-G), make no product greater than itself.
"""
import numpy as np

import oracle
import tiles

U = 2.0**-24


def elements(q, k, v, g, chunk, columns):
    """Bounds of O; blocks of columns do not meet."""
    steps, dk = q.shape
    width = -(-v.shape[1] // columns) * columns
    low, high = np.zeros((steps, v.shape[1]), np.float32), np.zeros((steps, v.shape[1]), np.float32)
    state = tiles.Between(np.zeros((dk, width)))
    for t in range(0, steps, chunk):
        b = tiles.cumsum(tiles.cut(g, (t, 0), (chunk, dk)), "f32")
        last = b[chunk - 1 : chunk]
        keys = tiles.Between(tiles.cut(k, (t, 0), (chunk, dk)))
        values = tiles.Between(tiles.cut(v, (t, 0), (chunk, width)))
        query = tiles.Between(tiles.cut(q, (t, 0), (chunk, dk))) * tiles.exp(b)
        inner = query.dot((keys * tiles.exp(-b)).transposed()).tril()
        out = inner.dot(values, query.dot(state))
        tiles.put(low, (t, 0), out.low)
        tiles.put(high, (t, 0), out.high)
        state = (keys * tiles.exp(last - b)).transposed().dot(values, state * tiles.exp(last).transposed())
    return tiles.Between(low, high)


def recurrence(q, k, v, g):
    state = np.zeros((k.shape[1], v.shape[1]))
    out = np.zeros((q.shape[0], v.shape[1]))
    for t in range(q.shape[0]):
        state = np.exp(g[t])[:, None] * state + k[t][:, None] * v[t][None, :]
        out[t] = q[t] @ state
    return out


GATES = "uniform(-0.5,0,4)"
launches = []
# With gates of zeros both bounds are one value, in bits.
for g, steps, width, dk, chunk, columns in (
        (GATES, 32, 32, 32, 16, 32), (GATES, 1, 1, 1, 16, 16), (GATES, 33, 17, 5, 16, 16), (GATES, 31, 33, 8, 8, 32),
        (GATES, 3, 2, 31, 16, 16), (GATES, 0, 4, 4, 8, 16), (GATES, 4, 0, 4, 8, 16), ("zeros", 33, 17, 5, 16, 16)):
    recipes = {"Q": ("uniform(-1,1,1)", dk), "K": ("uniform(-1,1,2)", dk), "V": ("uniform(-1,1,3)", width),
               "G": (g, dk)}
    arrays = [oracle.recipe(text, "f32", (steps, columns_of)) for text, columns_of in recipes.values()]
    bounds = elements(*arrays, chunk, columns)
    q, k, v, g = (x.astype(np.float64) for x in arrays)
    if bounds.low.size:
        gates = max(abs(g[t : t + chunk]).sum(axis=0).max() for t in range(0, steps, chunk))
        turns = -(-steps // chunk)
        count = 4 * chunk * gates + 20 + dk + chunk + turns * (chunk * gates + 8 + chunk)
        exact, reach = recurrence(q, k, v, g), count * U * recurrence(abs(q), abs(k), abs(v), g)
        assert (bounds.low >= exact - reach).all() and (bounds.high <= exact + reach).all()
        assert (bounds.low <= bounds.high).all()
    what = "steps without gates" if recipes["G"][0] == "zeros" else "steps"
    launches.append({
        "name": f"{steps} {what} in chunks of {chunk}, DK = {dk}, N = {width} in tiles of {columns}",
        "set": {"DK": dk, "DV": columns, "CHUNK": chunk},
        "grid": "ceil_div(N, DV)",
        "arguments": {name: f"{text}:{steps}x{n}" for name, (text, n) in recipes.items()}
        | {"O": f"unwritten:{steps}x{width}"},
        "expect": {"O": {"low": {"bits": oracle.bits(bounds.low)}, "high": {"bits": oracle.bits(bounds.high)}}},
    })
oracle.print_launches(launches)
