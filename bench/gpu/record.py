#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what phobos_bench_gpu measured, where that was on another machine.

    phobos_bench_gpu --benchmark_repetitions=15 --benchmark_enable_random_interleaving=true \\
        --benchmark_format=json > FILE.json
    bench/gpu/record.py FILE.json --commit HASH

Writes bench/results/DATE-gpu-kernels.json: the seconds of every repetition, and for each kernel the peer's time over
ours of the same repetition, its median with a distribution-free 95 % bound. Prints them.
"""
import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "cpu"))
import compare  # noqa: E402

COMMAND = "phobos_bench_gpu --benchmark_repetitions=15 --benchmark_enable_random_interleaving=true"


def samples_of(measured):
    """By name, the seconds of each repetition in their order."""
    rows = [row for row in measured["benchmarks"] if row["run_type"] == "iteration"]
    names = sorted({row["run_name"] for row in rows})
    seconds = {}
    for name in names:
        own = sorted((row for row in rows if row["run_name"] == name), key=lambda row: row["repetition_index"])
        seconds[name.split("/iterations:")[0]] = [row["real_time"] * 1e-3 for row in own]
    return seconds


def ratios_of(seconds):
    """By kernel: the peer's time over ours, repetition by repetition."""
    ratios = {}
    for name, ours in seconds.items():
        kernel, who = name.rsplit("/", 1)
        if who == "ours":
            pairs = [peer / own for own, peer in zip(ours, seconds[f"{kernel}/peer"])]
            median, low, high = compare.median_bound(pairs)
            ratios[kernel] = {"median": median, "low": low, "high": high}
    return ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--commit", required=True, help="of the sources that the program was built from")
    arguments = parser.parse_args()
    measured = json.loads(arguments.file.read_text())
    seconds = samples_of(measured)
    ratios = ratios_of(seconds)
    for kernel, ratio in ratios.items():
        print(f"{kernel:40} {ratio['median']:6.3f}  ({ratio['low']:.3f} to {ratio['high']:.3f})")
    result = {
        "schema": 1,
        "date": measured["context"]["date"][:10],
        "card": measured["context"]["card"],
        "driver": measured["context"]["driver"],
        "commit": arguments.commit,
        "command": COMMAND,
        "seconds": seconds,
        "ratios": ratios,
    }
    target = ROOT / "bench" / "results" / f"{result['date']}-gpu-kernels.json"
    target.write_text(json.dumps(result, indent=1) + "\n")
    print(f"written to {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
