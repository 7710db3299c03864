#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy-19 on the sources that changed in the working tree or in the day up to the current commit, newest
first, then on a tenth of the others, which the commit's hash picks, so that all are reached in turn. Stops starting
files when its time is up, and says how many it left.

usage: tidy.py --build FOLDER --seconds N --jobs N [--all]
"""
import argparse
import concurrent.futures
import hashlib
import subprocess
import sys
import time


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
    return done.returncode, done.stdout


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
    failed, left = [], []

    def one(source):
        if time.monotonic() > deadline:
            left.append(source)
            return
        status, output = tidy(source, arguments.build)
        if status != 0:
            failed.append(source)
            print(output, flush=True)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(one, chosen))
    print(f"{len(chosen) - len(left)} of {len(sources)} sources examined ({len(changed)} changed), "
          f"{len(left)} left when time was up, {len(failed)} with findings")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
