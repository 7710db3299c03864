#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A whole visit to a card: everything that only a GPU can show, by one command and without installing anything.

    tools/card-visit --out DIR [--bin DIR] [--parts LIST] [--commit HASH]

The programs are those in build/bin, or wherever they were carried; they find the repository from here. Parts:

  run          kernels through phobos-run: results, faults as the interpreter tells them, devices, what is too large
  conformance  every case and example as emitted text, with and without checks, whatever a launch lets a text assume
  corners      what the cases of each numeric corner came to in the conformance run
  limits       an endless kernel, a block that misses a grid barrier, an illegal address, no memory left
  sanitizers   memcheck, racecheck, initcheck and synccheck over a share of the cases, read kernel by kernel; each tool
               also gets a kernel with a planted fault, and the visit fails where it does not report it
  counters     what Nsight Compute counts of accesses, kernel by kernel, beside what phobos-run --stats says of them
  bench        phobos_bench_gpu

Files: DATE-gpu-visit.json for bench/results, DATE-gpu-bench.json, summary.txt and logs.tar.gz. The table stands last.
Exit code: 0 everything held, 1 something did not, 2 usage, 6 no kernel can run on a card here.
"""
import argparse
import datetime
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

import counters
import parts
from running import Place

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BENCH = ("phobos_bench_gpu --benchmark_repetitions=15 --benchmark_enable_random_interleaving=true "
         "--benchmark_out={out} --benchmark_out_format=json")
SANITIZERS = ["compute-sanitizer", "/usr/local/cuda/bin/compute-sanitizer",
              "/usr/local/cuda/compute-sanitizer/compute-sanitizer"]
SECONDS = {"conformance": 140, "sanitizers": 170, "counters": 240, "bench": 120}


def said_by(words):
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=30).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def card_and_driver():
    lines = said_by(["nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"]).splitlines()
    if not lines:
        return "unknown", "unknown"
    names = [", ".join(line.split(", ")[::2]) for line in lines]
    return "; ".join(names), lines[0].split(", ")[1]


def table(done):
    lines = []
    for name, checks, seconds in done:
        held = sum(check.state == "held" for check in checks)
        skipped = sum(check.state == "skipped" for check in checks)
        failed = [check for check in checks if check.state == "failed"]
        verdict = "FAILED" if failed else "held"
        extra = f", {skipped} skipped" if skipped else ""
        lines.append(f"{name:12} {verdict:7} {held} of {len(checks)} held{extra}, {seconds:.0f} s")
        lines += [f"    {check.state}: {check.what}: {check.said}" for check in checks if check.state != "held"]
    return "\n".join(lines) + "\n"


def without_places(said, place):
    """What a program said, with the names of files as the repository and the visit have them: no path of a machine."""
    for folder in (place.repository, place.work):
        said = said.replace(f"{folder}/", "")
    return said


def result_of(visit, done, arguments):
    card, driver = card_and_driver()
    states = [check.state for _, checks, _ in done for check in checks]
    return {
        "schema": 1,
        "date": visit.date,
        "card": card,
        "driver": driver,
        "commit": arguments.commit,
        "command": f"tools/card-visit --parts {','.join(name for name, _, _ in done)} --share {visit.share}",
        "held": states.count("held"),
        "failed": states.count("failed"),
        "skipped": states.count("skipped"),
        "parts": {name: {"seconds": round(seconds, 1),
                         "checks": [{"what": check.what, "state": check.state,
                                     "said": without_places(check.said, visit.place)} for check in checks]}
                  for name, checks, seconds in done},
        "conformance": visit.conformance,
        "corners": visit.corners,
        "sanitizers": visit.sanitizers,
        "counters": visit.counters,
    }


def read_arguments(words):
    parser = argparse.ArgumentParser(prog="tools/card-visit", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the files of the visit")
    parser.add_argument("--bin", type=pathlib.Path, default=REPOSITORY / "build" / "bin", help="folder of the programs")
    parser.add_argument("--parts", default=",".join(parts.PARTS), help="which of them, separated by commas")
    parser.add_argument("--share", type=int, default=4, help="the sanitizers get one case of so many, and all examples")
    parser.add_argument("--commit", help="hash of the sources that the programs were built from; default: git's HEAD")
    parser.add_argument("--sanitizer", help="where compute-sanitizer is; default: in PATH or in /usr/local/cuda")
    parser.add_argument("--ncu", help="where Nsight Compute's ncu is; default: in PATH, /usr/local/cuda or /opt/nvidia")
    parser.add_argument("--counted", type=int, help="count the accesses of so many kernels only")
    parser.add_argument("--bench-command", default=BENCH, help="program of --bin and its flags; {out} is the file")
    arguments = parser.parse_args(words)
    arguments.parts = arguments.parts.split(",")
    for name in arguments.parts:
        if name not in parts.PARTS:
            parser.error(f"there is no part '{name}'")
    if arguments.share < 1:
        parser.error("--share is at least 1")
    if arguments.sanitizer is None:
        arguments.sanitizer = next((place for place in SANITIZERS if shutil.which(place)), SANITIZERS[0])
    if arguments.commit is None:
        arguments.commit = said_by(["git", "-C", str(REPOSITORY), "rev-parse", "HEAD"])
    if not re.fullmatch("[0-9a-f]{40}", arguments.commit):
        parser.error("there is no repository here to ask for the commit: give its full hash by --commit")
    return arguments


def write_files(out, visit, done, arguments):
    """What there is so far; the result and its table."""
    result = result_of(visit, done, arguments)
    text = visit.judged_bench + (counters.table(visit.counters) if visit.counters else "") + table(done)
    (out / f"{visit.date}-gpu-visit.json").write_text(json.dumps(result, indent=1) + "\n")
    (out / "summary.txt").write_text(text)
    for file in visit.place.work.glob("*-gpu-bench.json"):
        shutil.copy(file, out)
    with tarfile.open(out / "logs.tar.gz", "w:gz") as archive:
        for file in [visit.place.work / "logs", *visit.place.work.glob("*.json")]:
            archive.add(file, file.name)
    return result, text


def visit_card(visit, out, arguments):
    if reason := parts.no_card(visit):
        print(f"card-visit: there is no card to visit: {reason}", file=sys.stderr)
        return 6
    done = []
    for name, part in parts.PARTS.items():
        if name not in arguments.parts:
            continue
        began = time.monotonic()
        checks = []
        for check in part(visit):
            checks.append(check)
            print(f"{name}: {check.state}: {check.what}{': ' + check.said if check.said else ''}", flush=True)
        done.append((name, checks, time.monotonic() - began))
        # A visit that is ended from outside leaves what it found.
        result, text = write_files(out, visit, done, arguments)
    print("\n" + text, end="")
    return 1 if result["failed"] else 0


def main(words):
    arguments = read_arguments(words)
    out = arguments.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="card-visit-") as work:
        place = Place(REPOSITORY, arguments.bin.resolve(), pathlib.Path(work))
        visit = parts.Visit(place, arguments.share, SECONDS, arguments.sanitizer, arguments.bench_command,
                            datetime.date.today().isoformat(), arguments.commit, ncu=arguments.ncu,
                            counted=arguments.counted)
        return visit_card(visit, out, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
