#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the interpreter with other CPU implementations of the same kernels, in rounds that take turns.

    bench/cpu/compare.py --bin build/bin --peers DIR [--jobs 2,1] [--rounds 15] [--kernels row_sum,saxpy] [--note TEXT]

DIR has peers.c, ref.cpp, ref.h and kernels.cl; they are built in a temporary folder. PoCL and Oclgrind are Debian's
pocl-opencl-icd and oclgrind (with ocl-icd-opencl-dev); a peer that is missing is left out with a reason, and nothing is
installed. So is, kernel by kernel, one whose result was wrong or missing in any round. In each round every
implementation runs every kernel once (the median of a few launches) for each number of jobs, so that numbers of jobs
are compared like implementations; kernels written otherwise and Oclgrind take part at the first number alone. Oclgrind
runs at 1/32 of the size, in a few rounds, and its times are scaled up. Ratios are the peer's time over ours in the same
round, their median with a distribution-free 95 % bound. Prints all of them and what becomes of the targets, and writes
bench/results/DATE-cpu-peers-JOBS.json for each number of jobs (not with --kernels or --dry).
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
OCLGRIND_DIVISOR = 32
# Least ratios of an implementation's time over ours.
OVER_OCLGRIND = {"row_sum": 600, "matvec_lane": 600, "matvec_i8": 400, "divergent": 400}
OVER_POCL = 1 / 2.5
OVER_ONE_JOB = 1.8
MOST_OF_A_FORM = 1.25  # another form's time over the base's


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

    def measure(self, kernels, forms):
        """Seconds by kernel and form, and by kernel and form why there are none."""
        choice = "".join(str(form) for form in forms)
        pattern = f"^kernel/({'|'.join(kernels)})/form:[{choice}]/jobs:{self.jobs}/"
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


def peers_of(work, jobs, kernels):
    """By name: a function that measures the kernels once."""
    env = dict(os.environ, POCL_MAX_PTHREAD_COUNT=str(jobs), POCL_CACHE_DIR=str(work / "pocl-cache"))
    peers = {
        "cpp-plain": lambda: peer_seconds(work, ["cpp", "x", "0", str(jobs), "5"], kernels, env),
        "cpp-lanes": lambda: peer_seconds(work, ["cpp", "x", "1", str(jobs), "5"], kernels, env),
        "pocl": lambda: peer_seconds(work, ["ocl", "x", "Portable", "1", "5"], kernels, env),
        "oclgrind": lambda: peer_seconds(work, ["ocl", "x", "Oclgrind", str(OCLGRIND_DIVISOR), "1"], kernels, env,
                                         ["oclgrind", "--num-threads", str(jobs)]),
    }
    skipped = {}
    if not shutil.which("oclgrind"):
        skipped["oclgrind"] = "oclgrind is not installed"
        del peers["oclgrind"]
    for name in ["cpp-plain", "pocl"]:
        seconds, faults = peers[name]()
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


def write_result(kind, command, fields, commit=None):
    """Writes bench/results/DATE-cpu-KIND.json; the commit is the checkout's unless told."""
    result = {
        "schema": 1,
        "date": datetime.date.today().isoformat(),
        "processor": processor(),
        "processors": os.cpu_count(),
        "commit": commit or run(["git", "-C", str(ROOT), "rev-parse", "HEAD"]).strip(),
        "command": command,
        **fields,
    }
    target = ROOT / "bench" / "results" / f"{result['date']}-cpu-{kind}.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(result, indent=1) + "\n")
    print(f"\nwritten to {target.relative_to(ROOT)}")


class Record:
    """The samples for one number of jobs."""

    def __init__(self, jobs, skipped):
        self.jobs, self.skipped = jobs, dict(skipped)
        self.samples, self.faults, self.loads = {}, {}, []

    def note(self, name, measured):
        for kernel, seconds in measured[0].items():
            self.samples.setdefault(name, {}).setdefault(kernel, []).append(seconds)
        for kernel, reason in measured[1].items():
            self.faults.setdefault((name, kernel), reason)

    def note_ours(self, measured, names):
        """`names`: by form, what it is called here."""
        for form, name in names.items():
            self.note(name, [{k: v for (k, f), v in each.items() if f == form} for each in measured])

    def finish(self):
        """Leaves out what failed; the ratios by kernel and implementation."""
        for (name, kernel), reason in self.faults.items():
            self.skipped[f"{name} on {kernel}"] = reason
        self.samples = without_faulty(self.samples, self.faults)
        return ratios_of(self.samples)


def ratios_of(samples):
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
    return ratios


def target_of(kernel, name):
    """What the ratio is to be: at least the first, at most the second; None where there is no target."""
    if name == "oclgrind" and kernel in OVER_OCLGRIND:
        return OVER_OCLGRIND[kernel], math.inf
    if name == "pocl":
        return OVER_POCL, math.inf
    if name == "ours/one_job":
        return OVER_ONE_JOB, math.inf
    if name.startswith("ours/"):
        return 0, MOST_OF_A_FORM
    return None


def verdict(ratio, target):
    """Of the median; in brackets where its bound reaches to the other side of the target."""
    if target is None:
        return ""
    least, most = target
    met = least <= ratio["median"] <= most
    sure = least <= ratio["low"] and ratio["high"] <= most if met else ratio["high"] < least or ratio["low"] > most
    word = "met" if met else "missed"
    return word if sure else f"({word})"


def print_table(record, ratios):
    print(f"\n{record.jobs} jobs\n\n| kernel | ours | against | times ours | 95 % bound | target | |\n|---|--:|---|--:|--:|--:|---|")
    for kernel, against in ratios.items():
        base = statistics.median(record.samples["ours/base"][kernel])
        for name, ratio in against.items():
            target = target_of(kernel, name)
            words = "" if target is None else f"at least {target[0]:.3g}" if target[1] == math.inf else f"at most {target[1]:.3g}"
            print(f"| {kernel} | {base * 1e3:.3f} ms | {name} | {ratio['median']:.3g} | {ratio['low']:.3g} to "
                  f"{ratio['high']:.3g} | {words} | {verdict(ratio, target)} |")


def write(record, ratios, arguments, commit):
    fields = {
        "jobs": record.jobs,
        "load": record.loads,
        "note": arguments.note,
        "left_out": record.skipped,
        "seconds": record.samples,
        "ratios": ratios,
    }
    command = f"bench/cpu/compare.py --peers DIR --rounds {arguments.rounds} --jobs {arguments.jobs}"
    write_result(f"peers-{record.jobs}", command, fields, commit)


def measure(arguments, kernels, work):
    """The records of all rounds, one for each number of jobs."""
    numbers = [int(number) for number in arguments.jobs.split(",")]
    problem = "no --peers was given" if arguments.peers is None else build_peers(arguments.peers, work)
    peers, records = {}, {}
    for jobs in numbers:
        peers[jobs], skipped = ({}, {"all peers": problem}) if problem else peers_of(work, jobs, kernels)
        for name, reason in skipped.items():
            print(f"left out: {name}: {reason}", file=sys.stderr)
        records[jobs] = Record(jobs, skipped)
    first = records[numbers[0]]
    for index in range(arguments.rounds):
        print(f"round {index + 1} of {arguments.rounds}", file=sys.stderr)
        for jobs, record in records.items():
            record.loads.append(os.getloadavg()[0])
            forms = range(6) if record is first else [0]
            measured = Ours(arguments.bin / "phobos_bench_cpu", jobs).measure(kernels, forms)
            record.note_ours(measured, {form: f"ours/{FORMS[form]}" for form in forms})
            if jobs == 1 and record is not first:
                first.note_ours(measured, {0: "ours/one_job"})
            for name, peer in peers[jobs].items():
                if name != "oclgrind" or (record is first and index < arguments.oclgrind_rounds):
                    record.note(name, peer())
    return list(records.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "bin")
    parser.add_argument("--peers", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--oclgrind-rounds", type=int, default=6)
    parser.add_argument("--jobs", default="2,1", help="numbers of jobs, those of the targets first")
    parser.add_argument("--kernels", help="some of the kernels")
    parser.add_argument("--dry", action="store_true", help="write no result")
    parser.add_argument("--note", default="")
    arguments = parser.parse_args()
    kernels = arguments.kernels.split(",") if arguments.kernels else KERNELS
    commit = run(["git", "-C", str(ROOT), "rev-parse", "HEAD"]).strip()
    with tempfile.TemporaryDirectory() as folder:
        records = measure(arguments, kernels, pathlib.Path(folder))
    for record in records:
        ratios = record.finish()
        for name, reason in record.skipped.items():
            print(f"left out: {name}: {reason}", file=sys.stderr)
        print_table(record, ratios)
        if not arguments.dry and kernels == KERNELS:
            write(record, ratios, arguments, commit)


if __name__ == "__main__":
    main()
