#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records benchmarks of phobos_bench_cpu that need no peers beside them.

    bench/cpu/record.py [--bin build/bin] process|tiles|host|checks

`process`: the time to a first result and the peak of memory of phobos-run; `tiles`: the kernels that compute with tiles,
beside attention in plain C++; `host`: kernels that the host engine compiles in a second, in batches of 128; `checks`: what
looking for races and unwritten elements costs, as a ratio to the same launch without. Writes bench/results/DATE-cpu-KIND.json. The machine should have nothing else to do.
"""
import argparse
import json
import pathlib

import compare

FILTERS = {"process": "first_result|peak_memory", "tiles": "^tiles/|attention_loop",
           "host": "^compile/|first_launch", "checks": "^checks/"}
KEPT = ["name", "run_type", "real_time", "time_unit", "median_s", "work", "peak_bytes", "tensor_bytes", "of_bound", "kernels",
        "fast_s", "over_fast", "over_fast_least", "over_fast_most"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=compare.ROOT / "build" / "bin")
    parser.add_argument("kind", choices=FILTERS)
    arguments = parser.parse_args()
    text = compare.run([arguments.bin / "phobos_bench_cpu", f"--benchmark_filter={FILTERS[arguments.kind]}",
                        "--benchmark_format=json"])
    measured = json.loads(text)
    rows = [{field: row[field] for field in KEPT if field in row} for row in measured["benchmarks"]]
    for row in rows:
        print(f"{row['name']:60} {row['real_time']:10.3f} {row['time_unit']}")
    compare.write_result(arguments.kind, f"bench/cpu/record.py {arguments.kind}",
                         {"load": measured["context"]["load_avg"], "benchmarks": rows})


if __name__ == "__main__":
    main()
