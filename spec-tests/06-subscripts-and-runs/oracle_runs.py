# SPDX-License-Identifier: Apache-2.0
"""Sums of runs of every length, in order, from a tensor and from a shared buffer; words of runs of every type."""
import pathlib
import random
import sys

import model
import oracle

LENGTHS = (1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64)


def numbers(kind, count, seed):
    draws = random.Random(seed)
    if kind in model.INTEGERS:
        low, high, _ = model.INTEGERS[kind]
        return [draws.randint(low, high) for _ in range(count)]
    precision = model.FLOATS[kind][0]
    scale = lambda: draws.choice((-1, 1)) * 2.0 ** draws.randint(-precision, 3)
    return [model.convert(draws.random() * scale(), kind) for _ in range(count)]


def ascending(values, kind):
    total = values[0]
    for value in values[1:]:
        total = model.add(total, value, kind) if kind in model.FLOATS else model.wrap(total + value, kind)
    return total


def sums(kind):
    launches = []
    for n in LENGTHS:
        values = numbers(kind, 80, n)
        results = [ascending(values[t : t + n], kind) for t in range(16)]
        bits = {"bits": model.hexadecimal(results, kind)}
        launches.append({
            "name": f"{n} elements",
            "set": {"LENGTH": n},
            "arguments": {
                "X": {"shape": "1x80", "bits": model.hexadecimal(values, kind)},
                "FROM_TENSOR": "unwritten:16",
                "FROM_BUFFER": "unwritten:16",
            },
            "expect": {"FROM_TENSOR": bits, "FROM_BUFFER": bits},
        })
    return launches


def words(kind):
    values = numbers(kind, 16, 3)
    patterns = model.patterns(values, kind)
    size = patterns.itemsize
    memory = patterns.astype(patterns.dtype.newbyteorder("<")).tobytes()
    results = []
    for start in range(8):
        for w in range(2):
            first = start * size + 4 * w
            results.append(int.from_bytes(memory[first : first + 4], "little"))
    return [{
        "arguments": {"X": {"shape": "16", "bits": model.hexadecimal(values, kind)}, "O": "unwritten:8x2"},
        "expect": {"O": {"bits": model.hexadecimal(results, "u32")}},
    }]


family, kind = pathlib.Path(sys.argv[1]).stem.rsplit("_", 1)
oracle.print_launches(sums(kind) if family == "sums_of_runs" else words(kind))
