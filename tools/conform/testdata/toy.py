#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An implementation for the tests of phobos-conform, broken in the way that its word says.

usage: toy.py WAY SKELETON      It is spec-tests/adapters/skeleton.py with an implementation of the three sources of
                                the tests: `double` doubles i32 elements, `spoiled` is to be rejected, `divide` traps.
"""
import base64
import importlib.util
import os
import struct
import sys
import time

WAY = sys.argv[1]
specification = importlib.util.spec_from_file_location("skeleton", sys.argv[2])
skeleton = importlib.util.module_from_spec(specification)
specification.loader.exec_module(skeleton)

REJECTED = {"answer": "rejected", "phase": "check", "message": "no such name"}


def misbehave():
    if WAY == "crash":
        os.abort()
    if WAY == "exit":
        sys.exit(3)
    if WAY == "hang":
        time.sleep(1000)
    if WAY == "garbage":
        print("Segmentation fault (core dumped)", flush=True)
    if WAY == "partial":
        os.write(1, b'{"seq": ')
        os._exit(0)
    if WAY == "huge":
        while True:
            os.write(1, b"x" * 65536)


def check(request):
    misbehave()
    if WAY == "reject-everything":
        return REJECTED
    if WAY == "accept-everything":
        return {"answer": "ok"}
    if "spoiled" not in request["source"]:
        return {"answer": "ok"}
    if WAY == "wrong-phase":
        return {**REJECTED, "phase": "syntax"}
    if WAY == "wrong-rule":
        return {**REJECTED, "errors": [{"rule": "level-45"}]}
    if WAY == "wrong-line":
        return {**REJECTED, "errors": [{"line": 1}]}
    return REJECTED


def run(request):
    misbehave()
    if WAY == "reject-everything":
        return REJECTED
    buffers = [bytearray(base64.b64decode(buffer["base64"])) for buffer in request["buffers"]]
    tensors = {argument["name"]: argument for argument in request["arguments"]}
    count = tensors["O"]["shape"][0]
    values = struct.unpack_from(f"<{count}i", buffers[tensors["X"]["buffer"]], tensors["X"]["byte_offset"])
    if "divide" in request["source"]:
        if WAY == "no-fault":
            return finished(buffers)
        return {"answer": "trapped", "kind": "shift" if WAY == "wrong-fault" else "division",
                "line": 3 if WAY == "wrong-fault-line" else 4}
    results = [2 * value for value in values]
    if WAY == "wrong-answer":
        results[-1] += 1
    if WAY == "unwritten":
        results = results[:-1]
    if WAY == "short":
        buffers[0] = buffers[0][1:]
    out = tensors["O"]
    struct.pack_into(f"<{len(results)}i", buffers[out["buffer"]], out["byte_offset"], *results)
    if WAY == "guard-zone":
        buffers[out["buffer"]][out["byte_offset"] + 4 * count] ^= 1
    if WAY == "input":
        buffers[tensors["X"]["buffer"]][tensors["X"]["byte_offset"]] ^= 1
    return finished(buffers)


def finished(buffers):
    return {"answer": "ok", "buffers": [{"base64": base64.b64encode(data).decode()} for data in buffers]}


def bye(request):
    if WAY == "no-end":
        time.sleep(1000)
    return {"answer": "ok"}


def wrong_seq(command):
    return lambda request: {**command(request), "seq": request["seq"] + 1}


def hello(request):
    if WAY == "no-hello":
        sys.exit("there is no device")
    offers = skeleton.hello(request)
    offers["faults"] = [] if WAY == "no-faults" else ["division"]
    if WAY == "other-protocol":
        offers["protocol"] = 3
    if WAY == "one-version":
        offers["protocol"] = 2
    if WAY == "first-version":
        offers["protocol"] = 1
    if WAY == "narrow":
        offers["lanes"] = [64]
    return offers


skeleton.COMMANDS = {"hello": hello, "check": check, "run": run, "bye": bye}
if WAY == "wrong-seq":
    skeleton.COMMANDS.update(check=wrong_seq(check), run=wrong_seq(run))
skeleton.main()
