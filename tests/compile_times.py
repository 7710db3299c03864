#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if a source took too long to compile in the last build.

usage: compile_times.py --log BUILD/.ninja_log --limit-seconds N
"""
import argparse
import sys


def newest_seconds(lines):
    """Seconds of the newest run of each step, from ninja's log: start ms, end ms, mtime, output, hash of the command."""
    seconds = {}
    for line in lines:
        if line.startswith("#"):
            continue
        start_ms, end_ms, _, output, _ = line.rstrip("\n").split("\t")
        seconds[output] = (int(end_ms) - int(start_ms)) / 1000
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--log", required=True)
    parser.add_argument("--limit-seconds", type=float, required=True)
    arguments = parser.parse_args()
    with open(arguments.log, encoding="utf-8") as log:
        objects = {output: s for output, s in newest_seconds(log).items() if output.endswith(".o")}
    if not objects:
        sys.exit(f"no compilation in {arguments.log}")
    slow = sorted((s, output) for output, s in objects.items() if s > arguments.limit_seconds)
    for s, output in slow:
        print(f"{output}: {s:.1f} s, more than {arguments.limit_seconds:.0f} s")
    slowest = max(objects, key=objects.get)
    print(f"{len(objects)} compilations; slowest: {slowest}, {objects[slowest]:.1f} s")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
