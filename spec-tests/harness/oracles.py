#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the oracle scripts of cases.

usage: oracles.py CASE.json...     puts what each case's oracle prints into the case
       oracles.py --check ROOT     prints one line per case that differs from its oracle; exit 1 if there is one
"""
import ast
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

import catalogue

HARNESS = pathlib.Path(__file__).resolve().parent
NUMPY_NAMES = ("numpy", "scipy", "mpmath")
LINE_LENGTH = 120
ROW_LENGTH = 95
OWN_NAMES = tuple(path.stem for path in HARNESS.glob("*.py"))


def foreign_imports(path):
    """What a script imports beside the standard library, NumPy, SciPy, mpmath and the helpers here."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            top = name.split(".")[0]
            if top not in sys.stdlib_module_names and top not in NUMPY_NAMES + OWN_NAMES:
                yield name
            if top == "subprocess":
                yield name


def launches_of(script, case):
    """What the script prints for a case, whose path it is given; raises RuntimeError where it fails."""
    environment = dict(os.environ, PYTHONPATH=str(HARNESS), PYTHONDONTWRITEBYTECODE="1")
    result = subprocess.run([sys.executable, str(script.resolve()), str(case.resolve())], capture_output=True, text=True, check=False, timeout=300,
                            env=environment, cwd=script.parent)
    if result.returncode != 0:
        raise RuntimeError(f"{script} failed:\n{result.stderr}")
    return json.loads(result.stdout)


def joined(value):
    """The same value with every list of bits as one text."""
    if isinstance(value, dict):
        return {name: " ".join(member) if name == "bits" and isinstance(member, list) else joined(member)
                for name, member in value.items()}
    return [joined(item) for item in value] if isinstance(value, list) else value


def rows_of_bits(text):
    """A long text of bits as a list of rows."""
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) > ROW_LENGTH:
            rows.append("")
        rows[-1] += " " + word if rows[-1] else word
    return rows[0] if len(rows) == 1 else rows


def text_of(value, indent="", before=""):
    """JSON in lines of at most 120 characters: what fits stands on one line. `before` is what its first line begins with."""
    line = json.dumps(value, ensure_ascii=False)
    is_open = isinstance(value, dict) and not {"id", "launches", "arguments"}.isdisjoint(value)
    if not isinstance(value, (dict, list)) or (len(indent) + len(before) + len(line) < LINE_LENGTH and not is_open):
        return line
    inner = indent + "    "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + text_of(item, inner) for item in value) + f"\n{indent}]"
    members = []
    for name, member in value.items():
        key = json.dumps(name) + ": "
        member = rows_of_bits(member) if name == "bits" else member
        members.append(inner + key + text_of(member, inner, key))
    return "{\n" + ",\n".join(members) + f"\n{indent}}}"


def update(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    case["launches"] = launches_of(path.with_name(case["oracle"]), path)
    path.write_text(text_of(joined(case)) + "\n", encoding="utf-8")


def defects_of_case(path, script):
    if not script.is_file():
        yield f"{path}: there is no {script.name}"
        return
    for name in foreign_imports(script):
        yield f"{script}: imports {name}"
    case = json.loads(path.read_text(encoding="utf-8"))
    try:
        if joined(launches_of(script, path)) != joined(case.get("launches")):
            yield f"{path}: differs from its oracle; harness/oracles.py {path} puts it right"
    except (RuntimeError, ValueError) as error:
        yield f"{path}: {error}"


def defects_of(root):
    scripts = {case.path: case.path.with_name(case.oracle) for case in catalogue.cases_of(root) if case.oracle}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        for found in workers.map(lambda case: list(defects_of_case(*case)), scripts.items()):
            yield from found
    for folder in catalogue.FOLDERS:
        for script in sorted(pathlib.Path(root, folder).rglob("*.py")):
            if (folder == "examples" or script.parent.name[0].isdigit()) and script not in scripts.values():
                yield f"{script}: is the oracle of no case"
    if not scripts:
        yield "no case has an oracle"


def main(words):
    if len(words) == 2 and words[0] == "--check":
        found = list(defects_of(words[1]))
        print("\n".join(found) if found else "every case is what its oracle says")
        return 1 if found else 0
    if not words or words[0].startswith("-"):
        sys.exit(__doc__)
    for word in words:
        update(pathlib.Path(word))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
