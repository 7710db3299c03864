#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the form of the tree: which folder may include which, licence lines, file lengths, heavy headers.

usage: repository.py ROOT        prints one line per defect; exit 1 if there is one
"""
import os
import pathlib
import re
import sys

LANG_BELOW_CHECK = ["lang/base", "lang/source", "lang/diagnostics", "lang/vocabulary", "lang/program"]
LANG = LANG_BELOW_CHECK + ["lang/syntax", "lang/check"]
INTERP_SEES = ["lang/base", "lang/source", "lang/vocabulary", "lang/program", "engine"]
INTERP = ["interp/plain", "interp/exec", "interp/observe"]

# Each folder with sources, and the folders it may include beside itself. An edge that is not here is a defect:
# docs/architecture.md draws the same arrows.
ARROWS = {
    "lang/base": [],
    "lang/source": ["lang/base"],
    "lang/vocabulary": ["lang/base"],
    "lang/diagnostics": ["lang/base", "lang/source"],
    "lang/syntax": ["lang/base", "lang/source", "lang/diagnostics", "lang/vocabulary"],
    "lang/program": ["lang/base", "lang/source", "lang/diagnostics", "lang/vocabulary"],
    "lang/check": LANG_BELOW_CHECK + ["lang/syntax"],
    "engine": LANG_BELOW_CHECK,
    "engine/io": LANG_BELOW_CHECK + ["engine"],
    "interp/value": ["lang/base", "lang/vocabulary"],
    "interp/meaning": ["lang/base", "lang/vocabulary", "interp/value"],
    "interp/memory": INTERP_SEES + ["interp/value"],
    "interp/observe": INTERP_SEES + ["interp/value", "engine/io"],
    "interp/exec": INTERP_SEES + ["interp/value", "interp/meaning", "interp/memory", "interp/observe"],
    "interp/plain": INTERP_SEES,
    "backend/prelude": [],
    "backend/emit": ["lang/base", "lang/source", "lang/vocabulary", "lang/program", "lang/check",
                     "backend/prelude"],
    "backend/launch": LANG_BELOW_CHECK + ["engine", "backend/emit", "backend/prelude"],
    "backend/cache": ["lang/base", "engine/io"],
    "backend/process": ["lang/base"],
    "backend/nvrtc": ["lang/base", "backend/prelude", "backend/cache", "backend/process"],
    "backend/nvrtc/fake": ["backend/nvrtc"],
    "backend/device/fake": ["backend/device"],
    "backend/host": LANG_BELOW_CHECK + ["engine", "backend/emit", "backend/prelude", "backend/launch", "backend/process", "backend/host/worker"],
    "backend/host/worker": ["lang/base", "backend/prelude", "backend/process"],
    "backend/device": LANG_BELOW_CHECK
    + ["engine", "backend/emit", "backend/prelude", "backend/launch", "backend/nvrtc", "backend/process"],
    "spec-tests/harness": LANG + ["engine", "engine/io"],
    "spec-tests/protocol": LANG_BELOW_CHECK + ["engine", "engine/io", "backend/process"],
    "spec-tests/runner": LANG + ["engine", "engine/io", "spec-tests/harness", "spec-tests/protocol"],
    "spec-tests/adapter": LANG + ["engine", "engine/io", "spec-tests/protocol", "tools/common", "tools/run"],
    "fuzz/generate": ["lang/base", "lang/source", "lang/diagnostics", "lang/vocabulary", "lang/syntax", "engine"],
    "fuzz/oracle": LANG + ["interp/plain", "engine", "engine/io", "fuzz/generate", "spec-tests/harness"],
    "fuzz/reduce": LANG + ["engine", "fuzz/generate", "fuzz/oracle"],
    "fuzz/mutation": LANG + INTERP + ["engine", "engine/io", "spec-tests/harness"],
    "fuzz/target": LANG + INTERP + ["engine", "engine/io", "spec-tests/harness", "spec-tests/protocol", "spec-tests/adapter",
                                    "fuzz/generate", "fuzz/oracle"],
    "bench/cpu": LANG + INTERP + ["engine", "engine/io", "fuzz/generate", "backend/host"],
    "bench/gpu": LANG + ["engine", "backend/emit", "backend/nvrtc", "backend/launch", "backend/device",
                  "tests"],
    "tools/common": LANG + ["engine", "engine/io"],
    "tools/check": LANG + ["tools/common"],
    "tools/emit": LANG + ["engine", "engine/io", "tools/common", "backend/emit", "backend/nvrtc", "backend/cache", "backend/prelude"],
    "tools/run": LANG + INTERP + ["engine", "engine/io", "tools/common", "backend/emit", "backend/nvrtc",
                          "backend/cache", "backend/host", "backend/device", "tools/view"],
    "tools/fuzz": LANG + ["interp/exec", "interp/meaning", "engine", "engine/io", "fuzz/generate", "fuzz/oracle", "fuzz/reduce", "interp/plain", "fuzz/mutation",
                          "backend/emit", "backend/host", "tools/common", "tools/run"],
    "tools/trace": LANG + ["engine", "engine/io", "tools/common", "tools/view"],
    "tools/view": ["lang/base", "lang/vocabulary", "lang/program", "engine/io", "tools/common"],
    "tools/conform": LANG + ["engine", "engine/io", "interp/plain", "backend/process", "tools/common",
                      "spec-tests/harness", "spec-tests/protocol", "spec-tests/runner"],
    "tools/mutants": LANG + ["interp/exec", "interp/observe", "engine", "engine/io", "spec-tests/adapter",
                       "spec-tests/harness", "spec-tests/runner", "fuzz/mutation", "tools/common",
                       "tools/conform"],
    "cmake": [],
    "tests": [],
}

# What the unit tests of a folder may include in addition: programs to run come from source text.
TEST_ARROWS = {
    "engine": ["lang/syntax", "lang/check"],
    "engine/io": ["lang/syntax", "lang/check"],
    "interp/plain": ["lang/diagnostics", "lang/syntax", "lang/check"],
    "fuzz/oracle": ["interp/exec"],
    "fuzz/reduce": ["interp/plain", "fuzz/mutation"],
    "interp/meaning": ["interp/plain"],
    "interp/exec": ["lang/diagnostics", "lang/syntax", "lang/check", "interp/plain", "fuzz/generate"],
    "backend/prelude": ["lang/base", "lang/vocabulary", "interp/plain"],
    "backend/emit": ["lang/diagnostics", "lang/syntax"],
    "backend/launch": ["lang/syntax", "lang/check"],
    "backend/nvrtc": ["lang/source", "lang/diagnostics", "lang/vocabulary", "lang/syntax", "lang/check", "lang/program", "backend/emit"],
    "backend/host": ["lang/syntax", "lang/check", "interp/plain", "fuzz/generate"],
    "backend/device": ["lang/syntax", "lang/check"],
    "spec-tests/runner": ["interp/plain", "tests"],
    "spec-tests/adapter": INTERP,
    "tools/conform": ["tests"],
    "spec-tests/harness": [*INTERP, "backend/emit", "backend/nvrtc", "backend/host", "backend/device", "tests"],
}

# Slow to compile: each is included by one header of ours and nothing else.
HEAVY_HEADERS = ["CLI/", "nlohmann/", "rapidcheck"]

# The headers that builds may read precompiled (cmake/PhobosTargets.cmake), where nobody would miss an include: by what
# needs them.
PRECOMPILED = {
    "algorithm": r"std::ranges::(?!subrange|begin|end|size|data)\w+\(",
    "array": r"std::array\b",
    "cstddef": r"std::(size_t|byte|ptrdiff_t)\b",
    "cstdint": r"std::u?int(8|16|32|64)_t",
    "functional": r"std::function\b",
    "map": r"std::map\b",
    "memory": r"std::((unique|shared)_ptr|make_(unique|shared))\b",
    "optional": r"std::(optional|nullopt)\b",
    "span": r"std::span\b",
    "string": r"std::(string|to_string)\b",
    "string_view": r"std::string_view\b",
    "tuple": r"std::(tuple|tie)\b",
    "utility": r"std::(move\(|pair\b|exchange\b|forward\b)",
    "variant": r"std::(variant|visit|get_if|holds_alternative)\b",
    "vector": r"std::vector\b",
    "fmt/format.h": r"fmt::(format|format_to|to_string)\b",
}

MAX_LINES = 600
CPP_SUFFIXES = {".h", ".cpp", ".def"}
LICENSED_SUFFIXES = CPP_SUFFIXES | {".cmake", ".py", ".sh"}
SPDX = "SPDX-License-Identifier: Apache-2.0"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def files_of(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in ("build", "__pycache__"))
        for name in sorted(names):
            yield pathlib.Path(folder, name).relative_to(root)


def includes_of(text):
    """Yields (line number, '<' or '"', what is included)."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1], match[2]


def arrow_defects(root, path, text):
    folder = path.parent.as_posix()
    if folder not in ARROWS:
        yield f"{path}: the folder '{folder}' is not in the table of tests/repository.py"
        return
    allowed = {folder, *ARROWS[folder]}
    if path.stem.endswith("_test") or path.stem.endswith("test_support"):
        allowed.update(TEST_ARROWS.get(folder, []))
    for number, bracket, included in includes_of(text):
        if bracket != '"':
            continue
        if not (root / included).is_file():
            yield f"{path}:{number}: '{included}' is no file under the root: includes are written from there"
        elif (target := pathlib.PurePosixPath(included).parent.as_posix()) not in allowed:
            yield f"{path}:{number}: {folder} must not include {target}"


def reached_by(path, includes, seen):
    """Everything that a file includes, through files of ours too."""
    for included in includes.get(path, ()):
        if included not in seen:
            seen.add(included)
            reached_by(included, includes, seen)
    return seen


def missing_includes(texts):
    """What a source needs of PRECOMPILED and includes neither itself nor through files of ours."""
    includes = {path: [included for _, _, included in includes_of(text)] for path, text in texts.items()}
    for path, text in texts.items():
        reached = reached_by(path, includes, set())
        code = re.sub(r"//.*", "", text)
        for header, use in PRECOMPILED.items():
            is_there = header in reached or header.startswith("fmt/") and any(name.startswith("fmt/") for name in reached)
            if not is_there and re.search(use, code):
                yield f"{path}: does not include <{header}>"


def length_defects(path, text):
    if (lines := text.count("\n")) > MAX_LINES:
        yield f"{path}: {lines} lines, more than {MAX_LINES}"


def license_defects(path, text):
    if not any(SPDX in line for line in text.splitlines()[:2]):
        yield f"{path}: no line '{SPDX}' at its top"


def heavy_header_defects(includers):
    for header, paths in includers.items():
        if len(paths) > 1:
            yield f"<{header}...> is included by {', '.join(map(str, paths))}: only one header may"


def defects_of(root):
    root = pathlib.Path(root)
    includers = {header: [] for header in HEAVY_HEADERS}
    texts = {}
    for path in files_of(root):
        if path.suffix not in LICENSED_SUFFIXES and path.name != "CMakeLists.txt":
            continue
        text = (root / path).read_text(encoding="utf-8")
        yield from license_defects(path, text)
        yield from length_defects(path, text)
        if path.suffix in CPP_SUFFIXES:
            if path.suffix != ".def":  # is a part of what includes it
                texts[path.as_posix()] = text
            yield from arrow_defects(root, path, text)
            for header, paths in includers.items():
                if any(included.startswith(header) for _, _, included in includes_of(text)):
                    paths.append(path)
    yield from heavy_header_defects(includers)
    yield from missing_includes(texts)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(defects_of(sys.argv[1]))
    print("\n".join(found) if found else "no defect")
    sys.exit(1 if found else 0)
