#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums line coverage by folder.

usage: coverage.py --lcov FILE --root FOLDER --percent N [--lines] FOLDER...
"""
import argparse
import pathlib
import sys


def lines_by_file(lcov):
    """{file: {line: reached}} from lcov's records SF:file and DA:line,count; a line in several records counts once."""
    files = {}
    current = {}
    for record in lcov:
        kind, _, value = record.strip().partition(":")
        if kind == "SF":
            current = files.setdefault(value, {})
        elif kind == "DA":
            line, count = value.split(",")[:2]
            current[int(line)] = current.get(int(line), False) or int(count) > 0
    return files


def lines_of_folder(files, folder):
    return {path: lines for path, lines in files.items() if pathlib.PurePath(path).parent == folder}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--lcov", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--percent", type=float, required=True)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    with open(arguments.lcov, encoding="utf-8") as lcov:
        files = lines_by_file(lcov)

    too_low = False
    for folder in arguments.folders:
        chosen = lines_of_folder(files, pathlib.PurePath(arguments.root, folder))
        reached = sum(sum(lines.values()) for lines in chosen.values())
        total = sum(len(lines) for lines in chosen.values())
        percent = 100 * reached / total if total else 0.0
        too_low |= percent < arguments.percent
        print(f"{folder}: {reached} of {total} lines, {percent:.1f} %")
        for path, lines in sorted(chosen.items()):
            name = pathlib.PurePath(path).relative_to(arguments.root)
            print(f"    {name}: {sum(lines.values())} of {len(lines)}")
            if arguments.lines:
                print("".join(f"        {name}:{line}\n" for line, hit in sorted(lines.items()) if not hit), end="")
    sys.exit(1 if too_low else 0)


if __name__ == "__main__":
    main()
