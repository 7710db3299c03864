# SPDX-License-Identifier: Apache-2.0
"""Both products of matrices, in bits: an element is one chain of fma over all of K, which the tiles of K only cut.

The values are held to the reals as well. With u = 2^-24, the chain over k elements is within k u / (1 - k u) of
sum |a b|, and alpha times it, beta times C and their sum are three roundings more: an element is within
(k + 3) u / (1 - (k + 3) u) of |alpha| sum |a b| + |beta C|, then half a step of C's type.
"""
import pathlib
import sys

import numpy as np

import oracle
import tiles

HALF_STEP = {"f32": 0.0, "f16": 2.0**-11}


def element(a, b, c, alpha, beta, step):
    """a is [M, K], b [K, N]. The last turn reads zeros up to a multiple of the step."""
    padded = -(-a.shape[1] // step) * step
    chain = tiles.dot(tiles.cut(a, (0, 0), (a.shape[0], padded)), tiles.cut(b, (0, 0), (padded, b.shape[1])))
    return np.float32(alpha) * chain + np.float32(beta) * c.astype(np.float32)


def assert_near(result, a, b, c, alpha, beta, kind):
    a, b, c = (x.astype(np.float64) for x in (a, b, c))
    alpha, beta = float(np.float32(alpha)), float(np.float32(beta))
    exact = alpha * (a @ b) + beta * c
    rounds = (a.shape[1] + 3) * 2.0**-24
    bound = rounds / (1 - rounds) * (abs(alpha) * (abs(a) @ abs(b)) + abs(beta * c))
    bound += HALF_STEP[kind] * (abs(exact) + bound) + 2.0**-1022
    assert (abs(result - exact) <= bound).all()


half = pathlib.Path(sys.argv[1]).stem == "gemm_f16"
kind = "f16" if half else "f32"
sizes = ((64, 64, 64, "1.0", "0.0", 64), (65, 33, 31, "1.5", "-0.75", 32), (1, 1, 1, "1.0", "1.0", 64),
         (31, 63, 65, "0.1", "0.3", 16), (16, 48, 32, "-1.0", "1.0", 16), (5, 3, 0, "2.0", "0.5", 16),
         (0, 5, 3, "1.0", "1.0", 64), (5, 0, 3, "1.0", "1.0", 64))
launches = []
for m, n, k, alpha, beta, tile in sizes:
    step = {64: 32, 32: 16, 16: 8}[tile]
    a, b, c = "uniform(-1,1,1)", "uniform(-1,1,2)", "uniform(-1,1,3)"
    rows = oracle.recipe(a, kind, (m, k))
    other = oracle.recipe(b, kind, (n, k)).T if half else oracle.recipe(b, kind, (k, n))
    before = oracle.recipe(c, kind, (m, n))
    result = element(rows, other, before, float(alpha), float(beta), step).astype(kind.replace("f", "float"))
    assert_near(result, rows, other, before, float(alpha), float(beta), kind)
    launches.append({
        "name": f"M = {m}, N = {n}, K = {k}, tiles of {tile} x {tile} x {step}",
        "set": {"TILE_M": tile, "TILE_N": tile, "TILE_K": step},
        "grid": "ceil_div(N, TILE_N), ceil_div(M, TILE_M)",
        "arguments": {
            "A": f"{a}:{m}x{k}", "B": f"{b}:{n}x{k}" if half else f"{b}:{k}x{n}", "C": f"{c}:{m}x{n}",
            "alpha": alpha, "beta": beta,
        },
        "expect": {"C": {"bits": oracle.bits(result)}},
    })
oracle.print_launches(launches)
