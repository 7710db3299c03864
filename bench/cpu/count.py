#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what a launch of each kernel of bench/kernels costs, in figures that no other work on the machine changes.

    bench/cpu/count.py --bin build/bin [--kernels row_sum,saxpy]

These are the nodes that the interpreter visits, of each form of a kernel, and the instructions of the launch by one
worker as valgrind's callgrind counts them, of the form that the peers also run. valgrind shows programs a processor
without AVX-512, so the instructions are those of loops for x86-64-v3. Writes bench/results/DATE-cpu-counts.json.
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile

import compare

LAUNCH = "*InterpPrepared::launch*"


def node_visits(program, kernels):
    text = compare.run([program, f"--benchmark_filter=^counted/({'|'.join(kernels)})/", "--benchmark_format=json"])
    visits = {}
    for row in json.loads(text)["benchmarks"]:
        kernel, form = re.match(r"counted/(\w+)/form:(\d)", row["name"]).groups()
        if not row.get("error_occurred"):
            visits[f"{kernel}/{compare.FORMS[int(form)]}/node_visits"] = int(row["node_visits"])
    return visits


def instructions(program, kernel):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--toggle-collect={LAUNCH}", f"--callgrind-out-file={folder}/out", program,
             f"--benchmark_filter=^counted/{kernel}/form:0/"], capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise RuntimeError(f"callgrind failed on {kernel}: {done.stderr[-500:]}")
    return int(found.group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=compare.ROOT / "build" / "bin")
    parser.add_argument("--kernels", default=",".join(compare.KERNELS))
    arguments = parser.parse_args()
    program, kernels = arguments.bin / "phobos_bench_cpu", arguments.kernels.split(",")
    counts = node_visits(program, kernels)
    for kernel in kernels:
        counts[f"{kernel}/base/instructions"] = instructions(program, kernel)
    for name, count in counts.items():
        print(f"{name:40} {count}")
    if kernels != compare.KERNELS:
        return
    note = "valgrind shows a processor without AVX-512, so these are the instructions of loops for x86-64-v3"
    compare.write_result("counts", "bench/cpu/count.py", {"counts": counts, "note": note})


if __name__ == "__main__":
    main()
