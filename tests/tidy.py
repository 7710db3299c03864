#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy-19 on the sources that changed in the working tree or in the day up to the current commit, newest
first, then on a tenth of the others, which the commit's hash picks, so that all are reached in turn. Stops starting
files when its time is up, and names those that it left. Exit 1 if there are findings.

usage: tidy.py --build FOLDER --seconds N --jobs N [--all]
"""
import argparse
import concurrent.futures
import hashlib
import re
import subprocess
import sys
import time

FINDING = re.compile(r"^\S+:\d+:\d+: (error|warning): ")


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout.split()


def changed_sources():
    last_commit_s = int(git("log", "-1", "--format=%ct")[0])
    since = f"--since={last_commit_s - 24 * 3600}"
    named = git("log", since, "--name-only", "--pretty=format:", "--", "*.cpp")
    return list(dict.fromkeys(git("diff", "--name-only", "HEAD", "--", "*.cpp") + named))


def tenth(sources, commit):
    return [s for s in sources if hashlib.sha256(f"{commit} {s}".encode()).digest()[0] % 10 == 0]


def tidy(source, build):
    command = ["clang-tidy-19", "--quiet", "-p", build, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout or done.stderr


def unseen(output, seen):
    """The findings that no other source had: those of a header come with each source that includes it."""
    kept = []
    is_new = True
    for line in output.splitlines():
        if FINDING.match(line):
            is_new = line not in seen
            seen.add(line)
        if is_new:
            kept.append(line)
    return "\n".join(kept)


def report(sources, changed, left, failed):
    """What was examined and what was not."""
    lines = [f"{sources - len(left)} of {sources} chosen sources examined ({changed} of them changed), "
             f"{len(failed)} with findings"]
    lines += [f"  findings: {source}" for source in failed]
    if left:
        lines.append(f"{len(left)} not examined, since time was up:")
        lines += [f"  {source}" for source in left]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--jobs", type=int, required=True)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()

    sources = git("ls-files", "*.cpp")
    changed = [s for s in changed_sources() if s in sources]
    rest = [s for s in sources if s not in changed]
    chosen = changed + (rest if arguments.all else tenth(rest, git("rev-parse", "HEAD")[0]))
    deadline = time.monotonic() + arguments.seconds
    failed, left, seen = [], [], set()

    def one(source):
        if time.monotonic() > deadline:
            left.append(source)
            return
        status, output = tidy(source, arguments.build)
        if status != 0:
            failed.append(source)
            print(unseen(output, seen), flush=True)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(one, chosen))
    print(f"{len(chosen)} of {len(sources)} sources chosen\n{report(len(chosen), len(changed), left, failed)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
