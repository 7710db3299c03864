#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the table of diagnostics (codes.def): its form, that docs/diagnostics.md lists it, that each code is emitted
by some source, and that each is expected by some test.

usage: coverage.py ROOT            prints one line per defect; exit 1 if there is one
       coverage.py ROOT --update   rewrites the table in docs/diagnostics.md first
"""
import dataclasses
import pathlib
import re
import sys

TABLE = "lang/diagnostics/codes.def"
DOCUMENT = "docs/diagnostics.md"
BEGIN = "<!-- The rest is written by lang/diagnostics/coverage.py from lang/diagnostics/codes.def. -->\n"

SECTIONS = {
    1: "Lexical",
    2: "Syntax",
    3: "Names and types",
    4: "Levels",
    5: "Tiles",
    6: "Limits",
    7: "Launch and files",
    8: "Faults at run time",
    9: "Warnings and hints",
}
SEVERITIES = ("error", "warning", "hint")

# Folders with code, and the one whose own tests use codes as mere samples.
SOURCE_FOLDERS = ("lang", "engine", "interp", "backend", "fuzz", "spec-tests", "tools")
OWN_FOLDER = "lang/diagnostics"

ROW = re.compile(
    r'PHOBOS_CODE\(\s*(\w+)\s*,\s*(\d+)\s*,\s*(\w+)\s*,\s*"([^"]*)"\s*,\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)'
)
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
RULE_DEFINITION = re.compile(r"^(?:[-*] |\|.*\| )?\*\*([a-z]+-\d+)\*\*", re.MULTILINE)


@dataclasses.dataclass
class Row:
    name: str
    number: int
    severity: str
    rule: str
    summary: str

    @property
    def spelling(self):
        return f"PH{self.number:04}"


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def rows_of(text):
    text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    rows = []
    for name, number, severity, rule, literals in ROW.findall(text):
        summary = "".join(LITERAL.findall(literals)).replace('\\"', '"').replace("\\\\", "\\")
        rows.append(Row(name, int(number), severity, rule, summary))
    if len(rows) != text.count("PHOBOS_CODE("):
        raise ValueError(f"{TABLE}: {text.count('PHOBOS_CODE(') - len(rows)} rows do not have the form of a row")
    return rows


def form_defects(rows):
    names = set()
    last = 0
    for row in rows:
        if row.number <= last:
            yield f"{row.spelling} {row.name}: numbers ascend, but it stands after PH{last:04}"
        last = max(last, row.number)
        if row.name in names:
            yield f"{row.spelling} {row.name}: the name is taken"
        names.add(row.name)
        if row.number // 100 not in SECTIONS:
            yield f"{row.spelling} {row.name}: no section has this number"
        if row.severity not in SEVERITIES:
            yield f"{row.spelling} {row.name}: '{row.severity}' is no severity"
        elif (row.severity == "error") == (row.number // 100 == 9):
            yield f"{row.spelling} {row.name}: errors stand in 01xx to 08xx, warnings and hints in 09xx"
        if not row.summary or row.summary.endswith(".") or "\n" in row.summary:
            yield f"{row.spelling} {row.name}: the summary is one line without a full stop"


def rules_of(root):
    """Each rule of docs/spec, and the chapter that defines it."""
    chapters = sorted((root / "docs/spec").glob("*.md"))
    return {rule: path.name for path in chapters for rule in RULE_DEFINITION.findall(path.read_text(encoding="utf-8"))}


def rule_defects(rows, rules):
    for row in rows:
        if row.rule and row.rule not in rules:
            yield f"{row.spelling} {row.name}: docs/spec has no rule {row.rule}"


def cell(text):
    """Text of a table's cell, in which a bar would end it and an angle bracket could begin a tag."""
    return text.replace("|", "\\|").replace("<", "&lt;")


def document_table(rows, rules):
    lines = [BEGIN]
    for section, title in SECTIONS.items():
        members = [row for row in rows if row.number // 100 == section]
        if not members:
            continue
        lines.append(f"\n## PH{section:02}xx {title}\n\n")
        lines.append("| code | name | severity | what is wrong | rule |\n|---|---|---|---|---|\n")
        for row in members:
            rule = f"[{row.rule}](spec/{rules[row.rule]})" if row.rule in rules else row.rule
            lines.append(f"| {row.spelling} | `{row.name}` | {row.severity} | {cell(row.summary)} | {rule} |\n")
    return "".join(lines)


def document_defects(root, rows, rules):
    path = root / DOCUMENT
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    if BEGIN not in text:
        yield f"{DOCUMENT}: the line '{BEGIN.strip()}' is missing"
    elif text[text.index(BEGIN):] != document_table(rows, rules):
        yield f"{DOCUMENT}: not what {TABLE} says; run lang/diagnostics/coverage.py . --update"


def update_document(root, rows, rules):
    path = root / DOCUMENT
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index(BEGIN)] + document_table(rows, rules), encoding="utf-8")


def texts_of(root, folders, pattern):
    for folder in folders:
        for path in sorted((root / folder).rglob(pattern)):
            yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8", errors="replace")


def mentions(root):
    """The words by which sources emit codes, and those by which tests expect them."""
    code = re.compile(r"\bCode::(\w+)")
    number = re.compile(r"\bPH\d{4}\b")
    emitted, expected = set(), set()
    for pattern in ("*.cpp", "*.h"):
        for path, text in texts_of(root, SOURCE_FOLDERS, pattern):
            if path.startswith(OWN_FOLDER + "/"):
                continue
            text = without_comments(text)
            if path.endswith("_test.cpp"):
                expected.update(code.findall(text), number.findall(text))
            else:
                emitted.update(code.findall(text))
    for _, text in texts_of(root, ("spec-tests", "examples"), "*.json"):
        expected.update(re.findall(r'"(\w+)"', text))
    return emitted, expected


def coverage_defects(root, rows):
    emitted, expected = mentions(root)
    for row in rows:
        if row.name not in emitted:
            yield f"{row.spelling} {row.name}: no source emits it (Code::{row.name})"
        if not {row.name, row.spelling} & expected:
            by = f"by Code::{row.name} or {row.spelling} in a *_test.cpp, or in a case"
            yield f"{row.spelling} {row.name}: no test expects it ({by})"


def defects_of(root):
    rows = rows_of((root / TABLE).read_text(encoding="utf-8"))
    rules = rules_of(root)
    yield from form_defects(rows)
    yield from rule_defects(rows, rules)
    yield from document_defects(root, rows, rules)
    yield from coverage_defects(root, rows)


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[1:] not in ([], ["--update"]):
        sys.exit(__doc__)
    root = pathlib.Path(arguments[0])
    if arguments[1:]:
        rows = rows_of((root / TABLE).read_text(encoding="utf-8"))
        update_document(root, rows, rules_of(root))
    defects = list(defects_of(root))
    print("\n".join(defects) if defects else "the table of diagnostics is documented, emitted and tested")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
