# SPDX-License-Identifier: Apache-2.0
"""Both quantised matvecs, in bits: a block's sum is exact and below 2^24, its product with the scales is two roundings,
and the blocks are added one after another, or lane by lane and then in the collective's order.

Held to the reals: with n blocks, (n + 7) 2^-24 of the sum of magnitudes.
"""
import pathlib
import sys

import numpy as np

import model
import oracle

BLOCK = 32


def block_sums(a, w, blocks):
    products = np.zeros((w.shape[0], blocks * BLOCK), np.int64)
    products[:, : w.shape[1]] = w.astype(np.int64) * a.astype(np.int64)
    return products.reshape(w.shape[0], blocks, BLOCK).sum(axis=2)


def in_order(terms):
    total = np.zeros(terms.shape[0], np.float32)
    for block in range(terms.shape[1]):
        total = total + terms[:, block]
    return total


def by_lanes(terms, lanes):
    partial = np.zeros((terms.shape[0], lanes), np.float32)
    for first in range(0, terms.shape[1], lanes):
        piece = terms[:, first : first + lanes]
        partial[:, : piece.shape[1]] += piece
    return model.butterfly_f32(partial)


threads = pathlib.Path(sys.argv[1]).stem == "matvec_q8_threads"
launches = []
for n, k in ((64, 128), (1, 1), (31, 33), (65, 1000), (3, 31), (33, 2048 + 5), (5, 0), (0, 32)):
    blocks = -(-k // BLOCK)
    a, w = oracle.recipe("uniform(-128,128,1)", "i8", (1, k)), oracle.recipe("uniform(-128,128,2)", "i8", (n, k))
    sa = oracle.recipe("uniform(0,0.01,3)", "f16", (1, blocks)).astype(np.float32)
    sw = oracle.recipe("uniform(0,0.01,4)", "f16", (n, blocks)).astype(np.float32)
    sums = block_sums(a, w, blocks)
    terms = sums.astype(np.float32) * (sa * sw)
    exact = (sums * (sa.astype(np.float64) * sw)).sum(axis=1)
    reach = (blocks + 7) * 2.0**-24 * (abs(sums) * (sa.astype(np.float64) * sw)).sum(axis=1)
    for lanes in (32, 64) if threads else (None,):
        result = by_lanes(terms, lanes) if threads else in_order(terms)
        assert (abs(result - exact) <= reach).all()
        launches.append({
            "name": f"N = {n}, K = {k}",
            **({"lanes": [lanes]} if threads else {}),
            "grid": "ceil_div(N, ctx.warps)" if threads else "ceil_div(N, ROWS)",
            "arguments": {
                "A": f"uniform(-128,128,1):1x{k}", "SA": f"uniform(0,0.01,3):1x{blocks}",
                "W": f"uniform(-128,128,2):{n}x{k}", "SW": f"uniform(0,0.01,4):{n}x{blocks}", "O": f"unwritten:1x{n}",
            },
            "expect": {"O": {"bits": oracle.bits(result[None, :])}},
        })
oracle.print_launches(launches)
