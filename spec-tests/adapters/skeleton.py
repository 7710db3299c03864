#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An adapter to copy: it answers phobos-conform on the standard input and output, one line of JSON for each line.

It runs as it is, with an "implementation" that knows brackets and nothing else:
    phobos-conform run --adapter 'python3 spec-tests/adapters/skeleton.py'
Put yours into check() and run(), and say in hello() what it offers. spec-tests/README.md tells what every member means.
The sources and the bytes you are given are nobody's promise: run what you compile of them where it can do no harm.
"""
import base64
import json
import sys


def hello(request):
    """Who you are and what you offer; what you leave out is not restricted. Cases that need more are not asked."""
    oldest = request.get("protocol", 1)
    if oldest > 2:  # the newest version of the protocol that this file speaks
        return {"answer": "errored", "message": f"it speaks versions 1 and 2 of the protocol, not {oldest}"}
    return {"answer": "ok", "protocol": min(2, request.get("newest_protocol", oldest)),  # the newest that both speak
            "language": 1, "name": "skeleton", "version": "0",
            "lanes": [32, 64],  # widths of a warp you run
            "features": [],     # see "features" in spec-tests/README.md; none yet
            "faults": []}       # the kinds of undefined behaviour you report, as in "out-of-bounds"


def check(request):
    """Is the source a program? "ok"; or "rejected" with the phase that found out: "syntax" or "check"."""
    source = request.get("source")
    if source is None:  # it is not UTF-8, and comes as bytes: request["source_base64"]
        return {"answer": "rejected", "phase": "syntax", "message": "the source is not UTF-8"}
    code = "\n".join(line.split("//")[0] for line in source.splitlines())
    for opening, closing in ("()", "[]", "{}"):
        if code.count(opening) != code.count(closing):
            return {"answer": "rejected", "phase": "syntax", "message": f"'{opening}' and '{closing}' do not match"}
    return {"answer": "skipped", "message": "check() is yours to write"}


def run(request):
    """Launches a kernel: changes the bytes of the buffers as it says, and gives all of them back."""
    buffers = [bytearray(base64.b64decode(buffer["base64"])) for buffer in request["buffers"]]
    arguments = {argument["name"]: argument for argument in request["arguments"]}
    # A tensor has "type", "shape", "buffer" (an index) and "byte_offset", where it begins in that buffer: little-endian,
    # row-major. A scalar has "type", "bits" in hex, and "literal". There are "lanes", "grid", "set" and the "source".
    if any("buffer" not in argument and "bits" not in argument for argument in arguments.values()):
        return {"answer": "rejected", "phase": "launch", "message": "an argument has no shape, or no value of its type"}
    if not arguments:  # a kernel without arguments leaves nothing behind
        return {"answer": "ok", "buffers": [{"base64": base64.b64encode(data).decode()} for data in buffers]}
    # At undefined behaviour: {"answer": "trapped", "kind": "division", "line": 7}; without it {"answer": "skipped", ...}.
    return {"answer": "skipped", "message": "run() is yours to write"}


COMMANDS = {"hello": hello, "check": check, "run": run, "bye": lambda request: {"answer": "ok"}}


def main():
    for line in sys.stdin:
        request = None
        try:
            request = json.loads(line)
            answer = COMMANDS[request["command"]](request)
        except Exception as error:  # one bad request must not end the conversation
            answer = {"answer": "errored", "message": f"{type(error).__name__}: {error}"}
        seq = request.get("seq") if isinstance(request, dict) else None
        print(json.dumps({"seq": seq, **answer}), flush=True)  # nothing else may be printed here: use sys.stderr
        if isinstance(request, dict) and request.get("command") == "bye":
            return


if __name__ == "__main__":
    main()
