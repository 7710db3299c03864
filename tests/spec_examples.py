#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives every `accept` and `reject` example of the specification and the guide to the checker.

usage: spec_examples.py ROOT PHOBOS_CHECK      prints one line per example that is judged otherwise; exit 1 if any is

An accepted example has no error at 32 and at 64 lanes; a rejected one has errors at both, all of the rule it names.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

EXAMPLE = re.compile(r"^```phobos (accept|reject ([a-z]+-\d+))\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r'^PHOBOS_CODE\((\w+), (\d+), (\w+), "([^"]*)"', re.MULTILINE)
ERRORS = 3  # the exit code of a source with errors


def examples_of(root):
    """Yields (place, rule that rejects or None, source)."""
    for path in sorted([*pathlib.Path(root, "docs/spec").glob("*.md"), *pathlib.Path(root, "docs").glob("*.md")]):
        text = path.read_text(encoding="utf-8")
        for match in EXAMPLE.finditer(text):
            yield f"{path.name}:{text.count(chr(10), 0, match.start()) + 1}", match[2], match[3]


def rules_of_errors(root):
    text = pathlib.Path(root, "lang/diagnostics/codes.def").read_text(encoding="utf-8")
    return {f"PH{int(number):04}": rule for _, number, severity, rule in CODE.findall(text) if severity == "error"}


def judge(command, rules, rule, source):
    """What is wrong with the checker's verdict on one example, or None."""
    with tempfile.NamedTemporaryFile("w", suffix=".ph", encoding="utf-8") as file:
        file.write(source)
        file.flush()
        result = subprocess.run([*command, file.name], capture_output=True, text=True, check=False, timeout=60)
    output = result.stdout + result.stderr
    found = {rules[code] for code in re.findall(r"PH\d{4}", output) if code in rules}
    if rule is None:
        return None if result.returncode == 0 else f"exit {result.returncode}, to be accepted\n{output}"
    if result.returncode != ERRORS:
        return f"exit {result.returncode}, to be rejected by {rule}\n{output}"
    return None if found == {rule} else f"rejected by {sorted(found)}, not by {rule}\n{output}"


def defects_of(root, program):
    rules = rules_of_errors(root)
    count = 0
    for place, rule, source in examples_of(root):
        count += 1
        for lanes in ("32", "64"):
            if defect := judge([program, "--lanes", lanes], rules, rule, source):
                yield f"{place} at {lanes} lanes: {defect}"
    if count == 0:
        yield "the specification has no example"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = list(defects_of(sys.argv[1], sys.argv[2]))
    print("\n".join(found) if found else "every example is judged as it says")
    sys.exit(1 if found else 0)
