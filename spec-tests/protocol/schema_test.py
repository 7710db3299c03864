#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds what phobos-conform says, and what adapters answer, to the schemas of the protocol.

usage: schema_test.py ROOT PROGRAMS      ROOT: the repository; PROGRAMS: the folder of phobos-conform and phobos-adapter
Exit 1 if a message is not valid, 77 (skipped) where python3-jsonschema is not installed.
"""
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
FOLDER = ROOT / "spec-tests/protocol"
# What answers each command by which definition of answers.schema.json.
JUDGEMENTS = ("rejected", "skipped", "limit", "errored")
ANSWERS = {"hello": ("hello", "errored"), "check": ("accepted", *JUDGEMENTS),
           "run": ("finished", "trapped", *JUDGEMENTS), "bye": ("accepted", "errored")}


def validator(name, definition=None):
    schema = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    if definition:
        schema = {"definitions": schema["definitions"], "$ref": f"#/definitions/{definition}"}
    return jsonschema.Draft7Validator(schema)


REQUESTS = validator("requests.schema.json")
ALL_ANSWERS = validator("answers.schema.json")
BY_COMMAND = {command: [validator("answers.schema.json", name) for name in names]
              for command, names in ANSWERS.items()}


def conversation(adapter, patterns):
    """Pairs of a request and its answer."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "log")
        only = [word for pattern in patterns for word in ("--only", pattern)]
        ended = subprocess.run([PROGRAMS / "phobos-conform", "run", "--suite", ROOT / "spec-tests", "--adapter", adapter,
                                "--log", log, *only], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if ended.returncode not in (0, 6):
            sys.exit(f"{adapter}: exit code {ended.returncode}\n{ended.stdout}")
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return list(zip(lines[::2], lines[1::2]))


def defects_of(pairs):
    for request, answer in pairs:
        what = f"{request.get('command')} {request.get('id', '')}"
        for error in REQUESTS.iter_errors(request):
            yield f"request {what}: {error.message[:300]}"
        for error in ALL_ANSWERS.iter_errors(answer):
            yield f"answer to {what}: {error.message[:300]}"
        if not any(each.is_valid(answer) for each in BY_COMMAND[request["command"]]):
            yield f"answer to {what}: {json.dumps(answer)[:300]}"


def spoiled():
    """Messages that the schemas must refuse."""
    hello = {"seq": 1, "command": "hello", "budget_ms": 1, "protocol": 1, "language": 1}
    yield from ((REQUESTS, {**hello, **change}) for change in ({"seq": -1}, {"command": "hallo"}, {"protocol": 0}, {"newest_protocol": "2"}))
    check = {"seq": 1, "command": "check", "budget_ms": 1, "id": "a", "file": "a.ph", "lanes": 32, "set": {},
             "features": []}
    yield REQUESTS, check
    yield REQUESTS, {**check, "source": "", "lanes": 16}
    yield ALL_ANSWERS, {"seq": 1, "answer": "ok", "protocol": 3, "language": 1, "name": "a"}
    answer = {"seq": 1, "answer": "rejected", "phase": "check"}
    changes = ({"phase": "parse"}, {"phse": "check"}, {"errors": [{"line": 0}]}, {"answer": "no"}, {"seq": "1"})
    yield from ((ALL_ANSWERS, {**answer, **change}) for change in changes)
    yield ALL_ANSWERS, {"seq": 1, "answer": "trapped"}


def main():
    slice_ = ["num-*", "*-out-of-*", "ctx-*", "level-*", "lex-*", "*fault*"]
    defects = []
    for adapter, patterns in ((f"'{PROGRAMS}/phobos-adapter' --engine interp", slice_),
                              (f"python3 '{ROOT}/spec-tests/adapters/skeleton.py'", ["*"])):
        pairs = conversation(adapter, patterns)
        kinds = sorted({f"{request['command']}: {answer['answer']}" for request, answer in pairs})
        print(f"{adapter}: {len(pairs)} requests; {', '.join(kinds)}")
        defects += defects_of(pairs)
    defects += [f"{json.dumps(message)} is taken" for schema, message in spoiled() if schema.is_valid(message)]
    print(*defects[:20], sep="\n", end="\n" if defects else "")
    print(f"{len(defects)} defects")
    return 1 if defects else 0


sys.exit(main())
