#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the specification against itself, the vocabulary, and everything that cites it.

usage: spec.py ROOT        prints one line per defect; exit 1 if there is one
"""
import os
import pathlib
import re
import sys

# Chapter and prefix of its rules.
CHAPTERS = {
    "01-lexical": "lex", "02-types": "type", "03-kernels": "ctx", "04-statements": "stmt", "05-expressions": "expr",
    "06-subscripts-and-runs": "run", "07-builtins": "builtin", "08-uniformity": "level", "09-collectives": "coll",
    "10-tiles": "tile", "11-execution-and-memory": "exec", "12-numerics": "num",
}
SPEC = pathlib.PurePosixPath("docs/spec")
PREFIXES = "|".join(CHAPTERS.values())
DEFINITION = re.compile(rf"\*\*((?:{PREFIXES})-\d+)\*\*")
CITATION = re.compile(rf"(?<![\w-])(?:{PREFIXES})-\d+\b(?!-)")
CITING_SUFFIXES = {".md", ".h", ".cpp", ".def", ".json", ".py", ".ph"}
CITING_FOLDERS = ["docs", "lang", "engine", "interp", "backend", "fuzz", "spec-tests", "examples", "tools"]
FENCES = re.compile(rf"ebnf|text|phobos (?:accept|fragment|reject (?:{PREFIXES})-\d+)")
MAX_COLUMNS = 120


def files_of(root):
    for top in CITING_FOLDERS:
        for folder, folders, names in os.walk(root / top):
            folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in ("build", "corpus"))
            for name in sorted(names):
                path = pathlib.Path(folder, name)
                if path.suffix in CITING_SUFFIXES:
                    yield path.relative_to(root)


def chapters_of(root):
    """Yields (chapter, its text) of those that are written."""
    for chapter in CHAPTERS:
        path = root / SPEC / f"{chapter}.md"
        if path.is_file():
            yield chapter, path.read_text(encoding="utf-8")


def rules_of(text):
    """Yields (rule, the text from its number to the next rule, fence, table or heading)."""
    for match in re.finditer(rf"{DEFINITION.pattern}(.*?)(?=\n\n\||\n```|\n#|\*\*(?:{PREFIXES})-\d+\*\*|\Z)", text, re.DOTALL):
        yield match[1], match[2].strip()


def numbering_defects(chapter, text):
    """Each number once and none left out; where a rule stands in the text is free."""
    prefix, rules = CHAPTERS[chapter], DEFINITION.findall(text)
    due = [f"{prefix}-{number}" for number in range(1, len(set(rules)) + 1)]
    for rule in dict.fromkeys(rules):
        if rules.count(rule) > 1:
            yield f"{chapter}: {rule} stands twice"
        if rule not in due:
            yield f"{chapter}: {rule} leaves out {' and '.join(sorted(set(due) - set(rules)))}"


def layout_defects(chapter, text):
    """Fences with a meaning, and lines that fit."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if fence is None and not FENCES.fullmatch(line[3:]):
                yield f"{chapter}:{number}: a fence '{line[3:]}' says nothing"
            fence = line[3:] if fence is None else None
        elif len(line) > MAX_COLUMNS and fence is None and not line.startswith("|"):
            yield f"{chapter}:{number}: {len(line)} columns, more than {MAX_COLUMNS}"
    if fence is not None:
        yield f"{chapter}: a fence is not closed"


def citation_defects(root, rules):
    for path in files_of(root):
        for number, line in enumerate((root / path).read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            for rule in CITATION.findall(line):
                if rule not in rules:
                    yield f"{path}:{number}: there is no rule {rule}"


def table_names(text, header):
    """The code spans in the first column of every table whose first header cell is `header`."""
    is_inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            is_inside = False
        elif cells[0] == header:
            is_inside = True
        elif is_inside and (match := re.fullmatch(r"`([^`]+)`", cells[0])):
            yield match[1]


def list_defects(place, written, known):
    for name in sorted(known - written):
        yield f"{place}: no row for '{name}'"
    for name in sorted(written - known):
        yield f"{place}: a row for '{name}', which the vocabulary does not have"


def vocabulary_defects(root, texts):
    def spellings(header, row):
        return set(re.findall(row, (root / "lang" / header).read_text(encoding="utf-8")))

    builtins = "vocabulary/builtins.h"
    names = spellings(builtins, r'BuiltinRow\{Builtin::\w+, "(\w+)"')
    enumerators = dict(re.findall(r'BuiltinRow\{Builtin::(\w+), "(\w+)"',
                                  (root / "lang" / builtins).read_text(encoding="utf-8")))
    collectives = {enumerators[name] for name in spellings(builtins, r"CollectiveRow\{[\w:]+, Builtin::(\w+)")}
    written = set(table_names(texts["07-builtins"], "builtin"))
    # A name with a meaning as a collective only has no row without `<over`.
    plain = {name for name in written if "<over" not in name}
    over = {name.removesuffix("<over s>") for name in written if "<over" in name}
    only_collectives = set(re.findall(r"`(\w+)`", next(
        (line for line in texts["07-builtins"].splitlines() if "exist only as collectives" in line), "")))
    yield from list_defects("07-builtins", plain | only_collectives, names)
    yield from list_defects("07-builtins, collectives", over, collectives)

    yield from list_defects("03-kernels", set(table_names(texts["03-kernels"], "attribute")),
                            spellings("vocabulary/attributes.h", r'AttributeRow\{Attribute::\w+, "(\w+)"'))
    yield from list_defects("02-types", set(table_names(texts["02-types"], "type")),
                            spellings("vocabulary/scalar_type.h", r'ScalarTypeRow\{ScalarType::\w+, "(\w+)"'))


def fault_defects(root):
    """The closed list of undefined behaviour has exactly the codes of faults."""
    text = (root / SPEC / "README.md").read_text(encoding="utf-8")
    written = {kind.replace("-", "_"): int(code)
               for kind, code in re.findall(r"^\| `([\w-]+)` \| PH0?(\d+) \|", text, re.MULTILINE)}
    codes = (root / "lang/diagnostics/codes.def").read_text(encoding="utf-8")
    known = {name: int(code) for name, code in re.findall(r"^PHOBOS_CODE\(fault_(\w+), (8\d\d),", codes, re.MULTILINE)}
    if written != known:
        yield f"{SPEC}/README.md: undefined behaviour is {written}, the codes of faults are {known}"


def defects_of(root):
    root = pathlib.Path(root)
    texts = dict(chapters_of(root))
    for chapter, text in texts.items():
        yield from numbering_defects(chapter, text)
        yield from layout_defects(chapter, text)
    rules = {rule for text in texts.values() for rule in DEFINITION.findall(text)}
    yield from citation_defects(root, rules)
    yield from vocabulary_defects(root, texts)
    yield from fault_defects(root)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(defects_of(sys.argv[1]))
    print("\n".join(found) if found else "no defect")
    sys.exit(1 if found else 0)
