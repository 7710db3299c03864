#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds what phobos-trace export --chrome writes to its schema, and its spans to the form that viewers need.

usage: chrome_test.py ROOT PROGRAMS      ROOT: the repository; PROGRAMS: the folder of phobos-run and phobos-trace
Exit 1 if a file is not valid, 77 (skipped) where python3-jsonschema is not installed.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: the Debian package python3-jsonschema is not installed")
    sys.exit(77)

ROOT, PROGRAMS = map(pathlib.Path, sys.argv[1:3])
SCHEMA = json.loads((ROOT / "tools/trace/chrome.schema.json").read_text(encoding="utf-8"))
jsonschema.Draft7Validator.check_schema(SCHEMA)

KERNEL = """\
@launch(64)
kernel k(X: tensor<f32>[N], O: tensor<f32>[M]) {
    var t: tile<f32>[64] = 0.0
    if ctx.lane < 7 {
        for i in range(0, ctx.lane) {
            if (i + ctx.lane) % 2 == 0 {
                t[ctx.thread] = X[i * 3]
            }
        }
    }
    barrier()
    O[ctx.thread] = t[63 - ctx.thread] + X[(ctx.lane * 7) % 5 + ctx.block.x]
}
"""


def exported(folder, *options):
    """The JSON of a run with these options; the run may trap."""
    (folder / "k.ph").write_text(KERNEL, encoding="utf-8")
    subprocess.run([PROGRAMS / "phobos-run", "k.ph", "--in", "X=iota:21", "--out", "O=o.npy", "--shape", "O=64", "--grid", "2",
                    "--trace", "t.npz", "--check", "uninit", *options], cwd=folder, check=False, capture_output=True)
    subprocess.run([PROGRAMS / "phobos-trace", "export", "t.npz", "--chrome", "t.json"], cwd=folder, check=True,
                   capture_output=True)
    return json.loads((folder / "t.json").read_text(encoding="utf-8"))


def defects_of(trace):
    for error in jsonschema.Draft7Validator(SCHEMA).iter_errors(trace):
        yield f"{list(error.path)}: {error.message[:300]}"
    threads = collections.defaultdict(list)
    for event in trace["traceEvents"]:
        if event["ph"] == "X":
            threads[event["pid"], event["tid"]].append((event["ts"], -event["dur"], event["name"]))
    for thread, spans in threads.items():
        ends = []
        for begin, negative, name in sorted(spans):
            while ends and ends[-1] <= begin:
                ends.pop()
            if ends and begin - negative > ends[-1]:
                yield f"thread {thread}: {name} at {begin} ends after what it begins in"
            ends.append(begin - negative)


def main():
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        whole = exported(folder)
        for options in ((), ("--trace-blocks", "1"), ("--trace-limit", "40"), ("--trace-limit", "0"),
                        ("--in", "X=iota:8"), ("--max-steps", "300")):
            found += [f"{' '.join(options)}: {defect}" for defect in defects_of(exported(folder, *options))]
        kinds = collections.Counter(event["cat"] for event in whole["traceEvents"] if event["ph"] == "X")
        missing = {"access", "branch", "reunion", "barrier", "divergence"} - set(kinds)
        found += [f"no span of {kind}" for kind in sorted(missing)]
        names = [event["args"]["name"] for event in whole["traceEvents"] if event["ph"] == "M"]
        if names != ["block 0, 0, 0", "warp 0", "warp 1", "block 1, 0, 0", "warp 0", "warp 1"]:
            found.append(f"blocks and warps are named {names}")
    print("\n".join(found) if found else f"valid: {dict(kinds)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
