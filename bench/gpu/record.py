#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what phobos_bench_gpu measured, where that was on another machine.

    phobos_bench_gpu --benchmark_repetitions=15 --benchmark_enable_random_interleaving=true \\
        --benchmark_format=json > FILE.json
    bench/gpu/record.py FILE.json --commit HASH [--note TEXT]

Writes bench/results/DATE-gpu-kernels.json: the seconds of every repetition with the clock of the card and the cycles
counted, what was left out and why, and what becomes of the targets: ratios of one repetition's times, their medians
with a distribution-free 95 % bound. Prints them. --dry writes nothing.
"""
import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import judge  # noqa: E402

COMMAND = "phobos_bench_gpu --benchmark_repetitions=15 --benchmark_enable_random_interleaving=true"


def print_judged(result):
    for row in result["judged"]:
        scale, unit = (1e6, " us") if row["against"] == "launch/driver" else (1, "")
        target = f"{row['target'] * scale:g}{unit}" if "target" in row else ""
        print(f"{row['name']:36} {row['against']:16} {row['median'] * scale:7.3f}  "
              f"({row['low'] * scale:.3f} to {row['high'] * scale:.3f}){unit}  {target:>6} {row.get('verdict', '')}")
    for name, reason in result["left_out"].items():
        print(f"{name} is left out: {reason}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--commit", required=True, help="of the sources that the program was built from")
    parser.add_argument("--note")
    parser.add_argument("--dry", action="store_true", help="print only")
    arguments = parser.parse_args()
    measured = json.loads(arguments.file.read_text())
    context = measured["context"]
    result = {
        "schema": 2,
        "date": context["date"][:10],
        "card": context["card"],
        "driver": context["driver"],
        "cublas": context["cublas"],
        "commit": arguments.commit,
        "command": COMMAND,
        **judge.samples_of(measured),
    }
    result["judged"] = judge.judged(result)
    if arguments.note:
        result["note"] = arguments.note
    print_judged(result)
    if arguments.dry:
        return
    target = ROOT / "bench" / "results" / f"{result['date']}-gpu-kernels.json"
    target.write_text(json.dumps(result, indent=1) + "\n")
    print(f"written to {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
