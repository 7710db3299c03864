#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the interpreter with other CPU implementations of the same kernels, in rounds that take turns.

    bench/cpu/compare.py --bin build/bin --peers DIR [--rounds 15] [--jobs 2] [--note TEXT]

DIR has peers.c, ref.cpp, ref.h and kernels.cl; they are built in a temporary folder. PoCL and Oclgrind are Debian's
pocl-opencl-icd and oclgrind (with ocl-icd-opencl-dev); a peer that is missing is left out with a reason, and nothing is
installed. So is, kernel by kernel, one whose result was wrong or missing in any round. In each round every
implementation runs every kernel once (the median of a few launches); Oclgrind runs at 1/16 of the size (sgemm 1/32), in
few rounds, and its times are scaled up. Ratios are the peer's time over ours in the same round, their median with a
distribution-free 95 % bound. Writes bench/results/DATE-cpu-peers-JOBS.json and prints a table.
"""
import argparse
import datetime
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ["row_sum", "matvec_lane", "matvec_i8", "saxpy", "sgemm", "divergent"]
FORMS = ["base", "extra_local", "swapped_operands", "element_type", "in_fn", "reversed_loop"]
OCLGRIND_DIVISOR = {kernel: 32 if kernel == "sgemm" else 16 for kernel in KERNELS}


def median_bound(samples):
    """The median and the order statistics that enclose it with at least 95 % (the whole range below 6 samples)."""
    values = sorted(samples)
    n = len(values)
    low = 0
    tail = 0.0
    for k in range(n // 2):
        tail += math.comb(n, k) / 2**n
        if tail > 0.025:
            break
        low = k
    return statistics.median(values), values[low], values[n - 1 - low]


def run(command, env=None):
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} failed: {done.stderr.strip()[-500:]}")
    return done.stdout


def build_peers(folder, work):
    for name in ["peers.c", "ref.cpp", "ref.h", "kernels.cl"]:
        shutil.copy(folder / name, work)
    steps = [
        "gcc -std=c11 -O2 -c peers.c -o peers.o",
        "g++ -std=c++17 -O3 -march=native -fopenmp -w -c ref.cpp -o ref.o",
        "g++ -fopenmp peers.o ref.o -lOpenCL -lm -o peers",
    ]
    for step in steps:
        done = subprocess.run(step.split(), cwd=work, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return f"the peers do not build: {done.stderr.strip()[-300:]}"
    return None


class Ours:
    def __init__(self, program, jobs):
        self.program, self.jobs = program, jobs

    def measure(self, forms):
        """Seconds by kernel and form, and by kernel and form why there are none."""
        pattern = "^kernel/.*/form:[" + "".join(str(form) for form in forms) + f"]/jobs:{self.jobs}/"
        text = run([self.program, f"--benchmark_filter={pattern}", "--benchmark_format=json"])
        seconds, faults = {}, {}
        for row in json.loads(text)["benchmarks"]:
            kernel, form = re.match(r"kernel/(\w+)/form:(\d)", row["name"]).groups()
            if row.get("error_occurred"):
                faults[kernel, int(form)] = row.get("error_message", "it failed")
            else:
                seconds[kernel, int(form)] = row["median_s"]
        return seconds, faults


def read_peer(text, kernels, ending):
    """Seconds by kernel of the lines that a peer printed, and by kernel why there are none; `ending` tells how it
    ended, for the kernels of which it says nothing."""
    seconds, faults = {}, {}
    for line in text.splitlines():
        fields = line.split(",")
        if len(fields) != 13 or fields[1] not in kernels:
            continue
        if fields[11] == "ok":
            seconds[fields[1]] = float(fields[5]) * int(fields[2])
        else:
            faults[fields[1]] = f"its result is wrong, by {fields[10]}"
    for kernel in kernels:
        if kernel not in seconds and kernel not in faults:
            faults[kernel] = f"it gave no result: {ending}"
    return seconds, faults


def peer_seconds(work, words, kernels, env, prefix=()):
    done = subprocess.run([*prefix, "./peers", *words, *kernels], cwd=work, env=env, capture_output=True, text=True,
                          check=False)
    last = (done.stderr.strip().splitlines() or ["nothing on stderr"])[-1]
    return read_peer(done.stdout, kernels, f"exit {done.returncode}, {last[-200:]}")


def peers_of(work, jobs):
    """By name: a function that measures all kernels once, and how many rounds it takes part in at most."""
    env = dict(os.environ, POCL_MAX_PTHREAD_COUNT=str(jobs), POCL_CACHE_DIR=str(work / "pocl-cache"))
    peers = {
        "cpp-plain": (lambda: peer_seconds(work, ["cpp", "x", "0", str(jobs), "5"], KERNELS, env), None),
        "cpp-lanes": (lambda: peer_seconds(work, ["cpp", "x", "1", str(jobs), "5"], KERNELS, env), None),
        "pocl": (lambda: peer_seconds(work, ["ocl", "x", "Portable", "1", "5"], KERNELS, env), None),
    }
    skipped = {}
    if shutil.which("oclgrind"):
        def oclgrind():
            seconds, faults = {}, {}
            for kernel in KERNELS:
                words = ["ocl", "x", "Oclgrind", str(OCLGRIND_DIVISOR[kernel]), "1"]
                measured = peer_seconds(work, words, [kernel], env, ["oclgrind", "--num-threads", str(jobs)])
                seconds.update(measured[0])
                faults.update(measured[1])
            return seconds, faults
        peers["oclgrind"] = (oclgrind, 1)
    else:
        skipped["oclgrind"] = "oclgrind is not installed"
    for name in ["cpp-plain", "pocl"]:
        seconds, faults = peers[name][0]()
        if not seconds:
            skipped[name] = f"it gives no right result here: {next(iter(faults.values()))}"
            del peers[name]
    return peers, skipped


def without_faulty(samples, faults):
    """The samples but those of implementations and kernels that failed in some round."""
    kept = {name: {kernel: seconds for kernel, seconds in kernels.items() if (name, kernel) not in faults}
            for name, kernels in samples.items()}
    return {name: kernels for name, kernels in kept.items() if kernels}


def processor():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    return re.search(r"model name\s*: (.*)", text).group(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "bin")
    parser.add_argument("--peers", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--oclgrind-rounds", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--note", default="")
    arguments = parser.parse_args()
    ours = Ours(arguments.bin / "phobos_bench_cpu", arguments.jobs)
    one = Ours(arguments.bin / "phobos_bench_cpu", 1)

    commit = run(["git", "-C", str(ROOT), "rev-parse", "HEAD"]).strip()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        peers, skipped = {}, {}
        if arguments.peers is None:
            skipped["all peers"] = "no --peers was given"
        elif problem := build_peers(arguments.peers, work):
            skipped["all peers"] = problem
        else:
            peers, skipped = peers_of(work, arguments.jobs)
        for name, reason in skipped.items():
            print(f"left out: {name}: {reason}", file=sys.stderr)
        samples, faults = {}, {}
        loads = []

        def note(name, measured, failed):
            for kernel, seconds in measured.items():
                samples.setdefault(name, {}).setdefault(kernel, []).append(seconds)
            for kernel, reason in failed.items():
                faults.setdefault((name, kernel), reason)

        for index in range(arguments.rounds):
            print(f"round {index + 1} of {arguments.rounds}", file=sys.stderr)
            loads.append(os.getloadavg()[0])
            measured, failed = ours.measure(range(6))
            for form, word in enumerate(FORMS):
                note(f"ours/{word}", *({k: v for (k, f), v in each.items() if f == form} for each in (measured, failed)))
            for name, (measure, limit) in peers.items():
                if limit is not None and index >= arguments.oclgrind_rounds:
                    continue
                note(name, *measure())
            if arguments.jobs > 1:
                note("ours/one_job", *({k: v for (k, _), v in each.items()} for each in one.measure([0])))

    for (name, kernel), reason in faults.items():
        skipped[f"{name} on {kernel}"] = reason
        print(f"left out: {name} on {kernel}: {reason}", file=sys.stderr)
    samples = without_faulty(samples, faults)
    ratios = {}
    for name, kernels in samples.items():
        if name == "ours/base":
            continue
        for kernel, theirs in kernels.items():
            base = samples.get("ours/base", {}).get(kernel, [])[: len(theirs)]
            if not base:
                continue
            median, low, high = median_bound([b / a for a, b in zip(base, theirs)])
            ratios.setdefault(kernel, {})[name] = {"median": median, "low": low, "high": high}
    result = {
        "schema": 1,
        "date": datetime.date.today().isoformat(),
        "processor": processor(),
        "processors": os.cpu_count(),
        "commit": commit,
        "command": " ".join(["bench/cpu/compare.py", "--peers", "DIR", "--rounds", str(arguments.rounds), "--jobs", str(arguments.jobs)]),
        "jobs": arguments.jobs,
        "load": loads,
        "note": arguments.note,
        "left_out": skipped,
        "seconds": samples,
        "ratios": ratios,
    }
    target = ROOT / "bench" / "results" / f"{result['date']}-cpu-peers-{arguments.jobs}.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(result, indent=1) + "\n")

    print("| kernel | ours | against | times ours | 95 % bound |\n|---|--:|---|--:|--:|")
    for kernel, against in ratios.items():
        base = statistics.median(samples["ours/base"][kernel])
        for name, ratio in against.items():
            print(f"| {kernel} | {base * 1e3:.3f} ms | {name} | {ratio['median']:.3g} | {ratio['low']:.3g} to {ratio['high']:.3g} |")
    print(f"\nwritten to {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
