# SPDX-License-Identifier: Apache-2.0
"""What compute-sanitizer prints, by kernel.

A report is a line `========= HEAD` and lines that are indented below it; it names the kernel as `at NAME+0x70`, with
parameters behind the name where the kernel is C++, or as `at 0x70 in NAME` (older releases). racecheck names two
places and how many hazards there are between them.
"""
import re

MARK = "========="
REPORTS = (
    (re.compile(r"Invalid (?:__\w+__ )?(?:read|write|atomic)|is misaligned|Misaligned"), "access"),
    (re.compile(r"Race reported between|Potential \w+ hazard"), "race"),
    (re.compile(r"Uninitialized"), "uninitialised"),
    (re.compile(r"Barrier error|Invalid arguments|Missing wait|Divergent"), "barrier"),
    (re.compile(r"Leaked \d"), "leak"),
)
API_ERROR = re.compile(r"Program hit (\w+)(?: \(error \d+\))? .*on CUDA API call to (\w+)")
SUMMARY = re.compile(r"(?:ERROR|RACECHECK|LEAK) SUMMARY: .*")
COUNT = re.compile(r"SUMMARY: (\d+) (?:error|hazard)")
PLACE = re.compile(r"(?:^|(?:access|Thread \(\d+,\d+,\d+\)) )at (?:0x[0-9a-f]+ in )?(.+)")
HAZARDS = re.compile(r"\[(\d+) hazards?\]")
TROUBLE = re.compile(r"Internal Sanitizer Error|not supported|Unable to|Failed to|Error: (?!Race|Potential)")


def reports(text):
    """The head of each report with its indented lines."""
    found = []
    for line in text.splitlines():
        if not line.startswith(MARK):
            continue
        content = line[len(MARK):]
        if not content.strip():
            continue
        if content.startswith("     ") and found:
            found[-1][1].append(content.strip())
        else:
            found.append((content.strip(), []))
    return found


def kernel_of(line):
    """The kernel whose place the line names: without its namespaces, parameters and offset; None where it names none."""
    match = PLACE.search(line)
    if not match:
        return None
    before = re.split(r"[+<(\[]", match.group(1).replace("(anonymous namespace)::", ""))[0]
    names = re.findall(r"\b[A-Za-z_]\w*", before.split(" in ")[0])
    return names[-1] if names else None


def kind_of(head):
    return next((kind for pattern, kind in REPORTS if pattern.search(head)), None)


def parse(text):
    """{"kernels": {NAME: {"hits": N, "kinds": [..]}}, "api_errors": [..], "trouble": [..], "summary": LINE or None,
    "reported": what the summary counts}. A report without a kernel's name counts for the kernel ""."""
    kernels = {}
    result = {"kernels": kernels, "api_errors": [], "trouble": [], "summary": None, "reported": None}
    for head, lines in reports(text):
        if match := SUMMARY.search(head):
            result["summary"] = match.group(0)
            if count := COUNT.search(head):
                result["reported"] = int(count.group(1))
        elif match := API_ERROR.search(head):
            result["api_errors"].append(f"{match.group(1)} of {match.group(2)}")
        elif kind := kind_of(head):
            # What the host did stands below the kernel's own lines.
            own = [head]
            for line in lines:
                if "backtrace" in line or line.startswith("Host Frame"):
                    break
                own.append(line)
            hits = sum(int(count) for line in own for count in HAZARDS.findall(line)) or 1
            for name in sorted({name for name in map(kernel_of, own) if name}) or [""]:
                entry = kernels.setdefault(name, {"hits": 0, "kinds": []})
                entry["hits"] += hits
                if kind not in entry["kinds"]:
                    entry["kinds"].append(kind)
        elif TROUBLE.search(head):
            result["trouble"].append(head)
    return result


def by_kernel(parsed, runs):
    """Each kernel that ran, or that a report names, with its runs and hits."""
    names = sorted(set(runs) | set(parsed["kernels"]))
    return {name: {"runs": runs.get(name, 0), "hits": parsed["kernels"].get(name, {"hits": 0})["hits"]}
            for name in names}
