# SPDX-License-Identifier: Apache-2.0
"""What the scripts that look at the whole suite share: the cases, the rules of docs/spec, and the withdrawn ids."""
import json
import pathlib
import re

FOLDERS = ("spec-tests", "examples")
RULE = re.compile(r"\*\*([a-z]+-\d+)\*\*")
INFORMATIVE = re.compile(r"\*\*([a-z]+-\d+)\*\* \*\(informative\)\*")
WITHDRAWN = re.compile(r"^\| `([a-z0-9-]+)` \| withdrawn \|", re.MULTILINE)
NO_CASES = ("index.json",)


class Case:
    """A case's file, its members, and the file of its source."""

    def __init__(self, path, members):
        self.path = path
        self.members = members
        self.source = path.with_name(members.get("source", path.stem + ".ph"))

    def __getattr__(self, name):
        return self.members.get(name)


def cases_of(root):
    """All cases of suite and examples, by path."""
    for folder in FOLDERS:
        for path in sorted(pathlib.Path(root, folder).rglob("*.json")):
            if path.name not in NO_CASES and not path.name.endswith(".schema.json"):
                yield Case(path, json.loads(path.read_text(encoding="utf-8")))


def chapters_of(root):
    return sorted(path for path in pathlib.Path(root, "docs/spec").glob("*.md") if path.name[0].isdigit())


def rules_of(root):
    """Every rule of the specification, in the order of its text."""
    return [rule for path in chapters_of(root) for rule in RULE.findall(path.read_text(encoding="utf-8"))]


def informative_of(root):
    """The rules that explain and demand nothing."""
    return {rule for path in chapters_of(root) for rule in INFORMATIVE.findall(path.read_text(encoding="utf-8"))}


def withdrawn_of(root):
    """The ids that spec-tests/ERRATA.md withdraws."""
    return set(WITHDRAWN.findall(pathlib.Path(root, "spec-tests/ERRATA.md").read_text(encoding="utf-8")))
