#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the events of a trace, read by NumPy alone: trace_oracle.py FILE.npz"""
import json
import sys

import numpy as np

trace = np.load(sys.argv[1])
manifest = json.loads(trace["manifest.json"])
kinds = ["load", "store", "atomic", "branch", "reunion", "meeting"]
print(f"{manifest['kernel']} of {manifest['source']['name']}, kept {manifest['kept']}")

block = np.repeat(trace["block"], trace["block_events"].astype(np.int64), axis=0)
lanes_of = trace["lanes"][:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
assert (trace["kind"] < len(kinds)).all() and len(block) == len(trace["kind"])

for row, event in enumerate(np.flatnonzero(trace["kind"] < 3)):
    base, stride = int(trace["access_base"][row]), int(trace["access_stride"][row])
    lanes = np.flatnonzero(lanes_of[event])
    if trace["access_form"][row] == 0:
        offsets = base + stride * lanes
    else:
        offsets = trace["offsets"][base:base + len(lanes)]
    buffer = manifest["buffers"][trace["access_buffer"][row]]
    for lane, offset in list(zip(lanes, offsets))[::max(1, len(lanes) - 1)]:
        print(kinds[trace["kind"][event]], "block", *block[event], "warp", trace["warp"][event], buffer["name"], "lane", lane,
              "offset", offset)
for row, event in enumerate(np.flatnonzero(trace["kind"] == 3)):
    print("branch block", *block[event], "warp", trace["warp"][event], f"taken {trace['branch_taken'][row]:x}")
for event in np.flatnonzero(trace["kind"] == 5):
    site = manifest["sites"][trace["site"][event]]
    print("meeting block", *block[event], f"at {site['line']}:{site['column']}")
