#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The list of all cases, spec-tests/index.json: one line for each, in the order of their ids.

usage: index.py ROOT            writes the list
       index.py --check ROOT    says what of it is not fresh; exit 1 if something is

A line has the case's id, path and kind, the features and rules it names, the version of the language, and the SHA-256
of its two files; the source only where it is not the case's path with .ph for .json. An id that was listed and has no case any more must be withdrawn in spec-tests/ERRATA.md.
"""
import hashlib
import json
import pathlib
import sys

import catalogue

INDEX = "spec-tests/index.json"
REFRESH = "python3 spec-tests/harness/index.py ."


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def entry_of(root, case):
    elsewhere = case.source != case.path.with_suffix(".ph")
    return {
        "id": case.id,
        "path": case.path.relative_to(root).as_posix(),
        **({"source": case.source.relative_to(root).as_posix()} if elsewhere else {}),
        "kind": case.kind,
        "language": case.language,
        "features": case.features or [],
        "rules": case.rules,
        "twin": case.twin,
        "sha256": {"case": digest(case.path), "source": digest(case.source)},
    }


def text_of(root):
    """The list as it should be."""
    entries = sorted((entry_of(root, case) for case in catalogue.cases_of(root)), key=lambda entry: entry["id"])
    return '{"version": 1, "cases": [\n' + ",\n".join(map(json.dumps, entries)) + "\n]}\n"


def ids_of(text):
    return {entry["id"] for entry in json.loads(text)["cases"]}


def defects_of(root, old, new):
    """What of the written list is not as it should be."""
    for gone in sorted(ids_of(old) - ids_of(new) - catalogue.withdrawn_of(root)):
        yield f"{INDEX}: '{gone}' has no case any more; spec-tests/ERRATA.md withdraws it"
    if old != new:
        before, after = set(old.splitlines()), set(new.splitlines())
        yield f"{INDEX} is not fresh ({len(before ^ after)} lines differ); `{REFRESH}` refreshes it"


def main(words):
    is_check = words[:1] == ["--check"]
    if len(words) != 1 + is_check:
        sys.exit(__doc__)
    root = pathlib.Path(words[-1])
    path = root / INDEX
    old = path.read_text(encoding="utf-8") if path.is_file() else text_of(root)
    new = text_of(root)
    if is_check:
        found = list(defects_of(root, old if path.is_file() else '{"cases": []}', new))
        print("\n".join(found) if found else "the list is fresh")
        return 1 if found else 0
    gone = ids_of(old) - ids_of(new) - catalogue.withdrawn_of(root)
    if gone:
        sys.exit(f"no case has the ids {', '.join(sorted(gone))} any more; withdraw them in spec-tests/ERRATA.md first")
    path.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
