#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if a source takes too long to compile. What ninja's log says took long is compiled again, alone and without a
cache, and its processor time decides: the log's times grow with whatever else the machine does.

usage: compile_times.py --build FOLDER --limit-seconds N
"""
import argparse
import json
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile


def newest_seconds(lines):
    """Seconds of the newest run of each step, from ninja's log: start ms, end ms, mtime, output, hash of the command."""
    seconds = {}
    for line in lines:
        if line.startswith("#"):
            continue
        start_ms, end_ms, _, output, _ = line.rstrip("\n").split("\t")
        seconds[output] = (int(end_ms) - int(start_ms)) / 1000
    return seconds


def output_of(entry):
    command = shlex.split(entry["command"])
    return command[command.index("-o") + 1]


def processor_seconds(entry):
    """Compiles one entry of compile_commands.json into a temporary file."""
    with tempfile.TemporaryDirectory() as folder:
        command = shlex.split(entry["command"])
        command[command.index("-o") + 1] = os.path.join(folder, "object.o")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=entry["directory"], env={**os.environ, "CCACHE_DISABLE": "1"}, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--limit-seconds", type=float, required=True)
    arguments = parser.parse_args()
    commands = {output_of(entry): entry for entry in json.loads((arguments.build / "compile_commands.json").read_text())}
    log = (arguments.build / ".ninja_log").read_text().splitlines()
    objects = {output: s for output, s in newest_seconds(log).items() if output in commands}
    if not objects:
        sys.exit(f"no compilation in the log of {arguments.build}")

    too_slow = False
    for output, s in objects.items():
        if s <= arguments.limit_seconds:
            continue
        alone = processor_seconds(commands[output])
        too_slow |= alone > arguments.limit_seconds
        print(f"{commands[output]['file']}: {s:.1f} s in the build, {alone:.1f} s of processor time alone")
    slowest = max(objects, key=objects.get)
    print(f"{len(objects)} compilations; slowest in the build: {commands[slowest]['file']}, {objects[slowest]:.1f} s")
    sys.exit(1 if too_slow else 0)


if __name__ == "__main__":
    main()
