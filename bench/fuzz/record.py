#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what phobos-fuzz, or the test of explain over planted faults that are served, has reported as a file of results.

    phobos-fuzz run --engines reference,interp --count 200000 --json > campaign.json
    bench/fuzz/record.py campaign interp campaign.json --command "phobos-fuzz run --engines reference,interp --count 200000"
    phobos-fuzz planted --json > planted.json
    bench/fuzz/record.py planted first planted.json --command "phobos-fuzz planted"
    tools/mutants/foreign_test.py build/bin spec-tests --json explain.json
    bench/fuzz/record.py explain foreign explain.json --command "tools/mutants/foreign_test.py build/bin spec-tests"

A report that was made on another machine, as one with a card, says with --processor, --processors, --card and --driver
where; --commit says by what.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What is kept of a report, by the kind of record.
KEPT = {
    "campaign": ["kernels", "engines", "seconds", "finished", "trapped", "limited", "rejected", "silent", "mix",
                 "findings"],
    "planted": ["seed", "kernels", "seconds", "faults"],
    "explain": ["cases", "seed", "draws", "right", "right_without_its_own_signature", "seconds", "not_noticed", "rows"],
}
# Beside these, where the report has it.
KEPT_TOO = {"campaign": ["formless"], "planted": [], "explain": []}


def processor():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    found = re.search(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return found.group(1) if found else "unknown"


def head():
    return subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True,
                          text=True).stdout.strip()


def record(kind, report, given):
    """The result: where and by what it was made, and what is kept of the report."""
    missing = [name for name in KEPT[kind] if name not in report]
    if missing:
        raise SystemExit(f"record.py: the report has no {', '.join(missing)}")
    kept = KEPT[kind] + [name for name in KEPT_TOO[kind] if name in report]
    return given | {name: report[name] for name in kept}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=sorted(KEPT))
    parser.add_argument("name", help="of the result, as interp, host, cuda or first")
    parser.add_argument("report", type=pathlib.Path, help="what --json has printed")
    parser.add_argument("--command", required=True)
    parser.add_argument("--commit", help="default: of this checkout")
    parser.add_argument("--date", help="default: today")
    parser.add_argument("--processor", help="default: this machine's")
    parser.add_argument("--processors", type=int, default=os.cpu_count())
    parser.add_argument("--card")
    parser.add_argument("--driver")
    parser.add_argument("--note")
    options = parser.parse_args()
    given = {"schema": 1, "date": options.date or datetime.date.today().isoformat(),
             "processor": options.processor or processor(), "processors": options.processors,
             "commit": options.commit or head(), "command": options.command}
    for name in ("card", "driver", "note"):
        if getattr(options, name):
            given[name] = getattr(options, name)
    result = record(options.kind, json.loads(options.report.read_text()), given)
    path = ROOT / "bench" / "results" / f"{given['date']}-fuzz-{options.kind}-{options.name}.json"
    path.write_text(json.dumps(result, indent=1) + "\n")
    print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
