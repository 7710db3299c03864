#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Validates every case against case.schema.json.

usage: schema_test.py ROOT      exit 1 if a case is not valid, 77 (skipped) where python3-jsonschema is not installed
"""
import json
import pathlib
import sys

import catalogue

try:
    import jsonschema
except ImportError:
    print("skipped: the Debian package python3-jsonschema is not installed")
    sys.exit(77)

root = pathlib.Path(sys.argv[1])
schema = json.loads((root / "spec-tests/case.schema.json").read_text(encoding="utf-8"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
count = 0
defects = 0
for folder in ("spec-tests", "examples"):
    for path in sorted((root / folder).rglob("*.json")):
        if path.name.endswith(".schema.json") or path.name == "index.json":
            continue
        count += 1
        for error in validator.iter_errors(json.loads(path.read_text(encoding="utf-8"))):
            pointer = "/" + "/".join(map(str, error.absolute_path))
            print(f"{path.relative_to(root)}: {pointer}: {error.message[:200]}")
            defects += 1
if count == 0 or validator.is_valid({}):
    print("there are no cases, or the schema accepts anything")
    defects += 1
print(f"{count} cases, {defects} defects")
sys.exit(1 if defects else 0)
