# SPDX-License-Identifier: Apache-2.0
"""What a card counts of accesses beside what phobos-run --stats says of them.

Nsight Compute profiles each kernel once, into a report; its words are read from there, by launch (page raw) and by
machine instruction (page source). Both are CSV below lines that begin with ==. Names of columns differ between
releases: they are compared as words, and "memory_" before them is no matter.
"""
import csv
import dataclasses
import io
import pathlib
import re
import shutil

PLACES = ["ncu", "/usr/local/cuda/bin/ncu", "/opt/nvidia/nsight-compute/*/ncu"]

# By memory and operation: the metrics of a launch.
METRICS = {
    ("global", "load"): {"requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                         "sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    ("global", "store"): {"requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                          "sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    ("shared", "load"): {"conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                         "wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    ("shared", "store"): {"conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                          "wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
}
# Those that every card with sectors has, where the others are refused.
BASIC = [METRICS["global", operation][what] for operation in ("load", "store") for what in ("requests", "sectors")]
# By what they hold: the columns of an instruction, in the words of the releases.
COLUMNS = {
    "executed": ["instructions_executed", "inst_executed"],
    "lanes": ["predicated_on_thread_instructions_executed", "thread_inst_executed_true"],
    "sectors": ["l2_theoretical_sectors_global"],
    "wavefronts": ["l1_wavefronts_shared"],
    "ideal_wavefronts": ["l1_wavefronts_shared_ideal"],
}
OPERATION = re.compile(r"^(?:@!?U?P\w+\s+)?(LDG|STG|LDS|STS|LD|ST)((?:\.\w+)*)\b")
# Wider than a machine's noise: a conflict counter counts other accesses of the same unit, too.
NOISE = 0.05


# --- what is profiled ---


@dataclasses.dataclass(frozen=True)
class Launch:
    name: str
    file: str  # below the repository
    words: tuple  # of phobos-run, but files to write, the engine and the source


ACCESSES = "tools/visit/kernels/accesses.ph"
THREADS = 1024


def of_accesses(kernel, name=None, inputs=("X=ones:{n}",), out="O={t}", sets=(), grid=None, more=(), n=40000):
    sizes = {"n": n, "t": THREADS}
    words = ["--kernel", kernel]
    for spec in inputs:
        words += ["--in", spec.format(**sizes)]
    parameter, _, shape = out.format(**sizes).partition("=")
    words += ["--out", f"{parameter}={{work}}/{parameter}.npy", "--shape", f"{parameter}={shape}"]
    for setting in sets:
        words += ["--set", setting]
    words += ["--grid", grid or str(THREADS // 256), *more]
    return Launch(name or "-".join([kernel, *(setting.replace("=", "") for setting in sets)]), ACCESSES, tuple(words))


def bench_kernel(name, words):
    return Launch(name, f"bench/kernels/{name}.ph", tuple(words.split()))


def launches():
    """The most telling first: a visit may run out of time."""
    strided = [of_accesses("load_f32", sets=[f"S={s}"]) for s in (1, 2, 3, 4, 8, 32, 33)]
    beginnings = [of_accesses("load_f32", "load_f32-beginning", sets=["S=1", "B=2"]),
                  of_accesses("load_f32", "load_f32-address", sets=["S=1"], more=["--offset", "X=4"]),
                  of_accesses("load_f32", "load_f32-sector", sets=["S=1"], more=["--offset", "X=32"]),
                  of_accesses("load_i8", "load_i8-beginning", sets=["S=1", "B=2"])]
    types = [of_accesses(kernel, sets=[f"S={s}"])
             for kernel, s in (("load_f64", 1), ("load_f64", 3), ("load_f16", 1), ("load_f16", 33), ("load_i8", 1),
                               ("load_i8", 3))]
    stores = [of_accesses(kernel, inputs=["X=ones:{t}"], out="O={n}", sets=[f"S={s}"], n=33 * 1024)
              for kernel, s in (("store_f32", 2), ("store_f32", 33), ("store_i8", 4))]
    runs = [of_accesses("runs_f32", inputs=[f"X=ones:{r * 1024}"], out=f"O={r * 1024}", sets=[f"R={r}"])
            for r in (2, 4, 8, 16)]
    runs += [of_accesses("runs_i8", sets=[f"R={r}", f"S={s}"])
             for r, s in ((2, 2), (4, 4), (8, 8), (16, 16), (16, 20))]
    runs += [of_accesses("run_off_its_place"),
             of_accesses("run_f16", inputs=["X=ones:8192"], out="O=8192"),
             of_accesses("byte_dots", inputs=["X=ones:16384", "Y=ones:16384"])]
    others = [of_accesses("one_for_all"), of_accesses("one_for_a_warp"),
              of_accesses("gathered", inputs=["X=ones:{n}", "I=uniform(0,30000,7):{t}"]),
              of_accesses("shuffled"), of_accesses("backwards"), of_accesses("every_other_lane"),
              of_accesses("first_lanes"),
              of_accesses("ragged_end", inputs=["X=ones:1000"], out="O=1000"),
              of_accesses("column", inputs=["A=ones:1024x40"])]
    shared = [of_accesses(kernel, inputs=["X=ones:{t}"], sets=[f"S={s}"])
              for kernel, s in (("shared_f32", 1), ("shared_f32", 2), ("shared_f32", 8), ("shared_f32", 33),
                                ("shared_f64", 1), ("shared_f64", 2), ("shared_runs", 4), ("shared_runs", 8),
                                ("shared_runs", 36))]
    whole = [bench_kernel("saxpy", "--in X=ones:5120 --in Y=ones:5120 --out O={work}/O.npy --scalar a=2.0 --grid 20"),
             bench_kernel("matvec_lane", "--in W=ones:64x500 --in A=ones:500 --out Y={work}/Y.npy --grid 8"),
             bench_kernel("matvec_i8", "--in W=ones:64x1024 --in A=ones:1024 --out Y={work}/Y.npy --grid 8"),
             bench_kernel("sgemm", "--in A=ones:64x64 --in B=ones:64x64 --out C={work}/C.npy --grid 4,4")]
    return strided + runs + shared + others + types + beginnings + whole + stores


# --- reading ---


def rows_of(text):
    """As lists; the tool's own messages begin with ==."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("==")]
    return list(csv.reader(io.StringIO("\n".join(lines))))


def number(text):
    """1,234 or 1234 or 1234.0; None of anything else."""
    try:
        value = float(text.replace(",", ""))
    except ValueError:
        return None
    return int(value) if value == int(value) else value


def raw_metrics(text):
    """{metric: value} of the last launch: of a table with a column a metric, below which units stand, or with a row a
    metric."""
    rows = rows_of(text)
    first = next((index for index, row in enumerate(rows) if "Kernel Name" in row), None)
    if first is None:
        return {}
    rows = rows[first:]
    head = rows[0]
    if "Metric Name" in head:
        name, value = head.index("Metric Name"), head.index("Metric Value")
        return {row[name]: number(row[value]) for row in rows[1:] if len(row) == len(head)}
    launches = [row for row in rows[1:] if len(row) == len(head) and number(row[0]) is not None]
    return {name: number(value) for name, value in zip(head, launches[-1])} if launches else {}


def word_of(column):
    return re.sub(r"_+", "_", re.sub(r"[^a-z0-9]", "_", column.lower())).strip("_").removeprefix("memory_")


def operation_of(instruction):
    """(memory, operation, bytes a lane) of a machine instruction, or None."""
    match = OPERATION.match(instruction.strip())
    if not match:
        return None
    name, kinds = match.group(1), match.group(2).split(".")
    memory = "shared" if name.endswith("S") else "global"
    width = 4
    for kind in kinds:
        width = {"128": 16, "64": 8, "U8": 1, "S8": 1, "U16": 2, "S16": 2}.get(kind, width)
    return memory, "load" if name.startswith("LD") else "store", width


def instructions(text):
    """[{memory, operation, bytes, executed, sectors, ...}] of the accesses that were executed; None where the columns
    are none that are known."""
    rows = rows_of(text)
    head = next((index for index, row in enumerate(rows) if "source" in map(word_of, row)), None)
    if head is None:
        return None
    words = [word_of(column) for column in rows[head]]
    columns = {what: next((words.index(name) for name in names if name in words), None)
               for what, names in COLUMNS.items()}
    if columns["executed"] is None or columns["sectors"] is None:
        return None
    source = words.index("source")
    found = []
    for row in rows[head + 1:]:
        if len(row) != len(words) or (operation := operation_of(row[source])) is None:
            continue
        values = {what: number(row[column]) or 0 for what, column in columns.items() if column is not None}
        if values["executed"]:
            found.append(dict(zip(("memory", "operation", "bytes"), operation)) | values)
    return found


# --- comparing ---


def ours_of(costs):
    """{(memory, operation): sums over sites}, and the sites."""
    total = {key: {"executions": 0, "requests": 0, "sectors": 0, "wavefronts": 0, "conflicts": 0} for key in METRICS}
    sites = [site for site in costs["sites"] if site["kind"] in ("load", "store")]
    for site in sites:
        for what in total[site["memory"], site["kind"]]:
            total[site["memory"], site["kind"]][what] += site[what]
    return total, sites


def grouped(entries):
    """{(memory, operation, bytes a lane): requests, sectors or wavefronts, and accesses of lanes}."""
    groups = {}
    for key, *counts in entries:
        groups[key] = [a + b for a, b in zip(groups.get(key, [0, 0, 0]), counts)]
    return groups


def groups_of_sites(sites):
    """Those of runs whose parts differ in width are left out: (groups, lines that are left out)."""
    entries, left_out = [], []
    for site in sites:
        if len(set(site["bytes"])) != 1:
            left_out.append(site["line"])
            continue
        moved = site["sectors"] if site["memory"] == "global" else site["wavefronts"]
        entries.append(((site["memory"], site["kind"], site["bytes"][0]), site["requests"], moved,
                        site["lanes"] * len(site["bytes"])))
    return grouped(entries), left_out


def groups_of_instructions(found):
    return grouped(((each["memory"], each["operation"], each["bytes"]), each["executed"],
                    each["sectors"] if each["memory"] == "global" else each.get("wavefronts", 0), each.get("lanes", 0))
                   for each in found)


def differences(sites, found):
    """What the compiled code does otherwise, group by group: [{group, ours, card, lanes, lines}]."""
    ours, _ = groups_of_sites(sites)
    card = groups_of_instructions(found)
    differing = []
    for key in sorted(set(ours) | set(card)):
        mine, counted = ours.get(key, [0, 0, 0]), card.get(key, [0, 0, 0])
        if mine[:2] == counted[:2]:
            continue
        lines = sorted({site["line"] for site in sites if (site["memory"], site["kind"]) == key[:2] and
                        key[2] in site["bytes"]})
        differing.append({"memory": key[0], "operation": key[1], "bytes": key[2], "lines": lines,
                          "ours": mine[:2], "card": counted[:2], "lanes": [mine[2], counted[2]]})
    return differing


NONE = [0, 0]


def same_kind(a, b):
    return (a["memory"], a["operation"]) == (b["memory"], b["operation"])


def is_fewer(difference):
    """Whether the compiled code has fewer of an access, wholly missing or not, that move no more."""
    return difference["card"][0] < difference["ours"][0] and difference["card"][1] <= difference["ours"][1]


def is_merged(difference, found):
    """Whether the compiled code has fewer of an access but still some, or wider ones, that we do not have at all, in the
    place of narrower ones. Where it has neither, an access is missing that the kernel must make."""
    def wider(a, b):
        return same_kind(a, b) and a["ours"] == NONE and a["bytes"] > b["bytes"]
    if difference["ours"] == NONE:
        return any(wider(difference, other) and is_fewer(other) for other in found)
    if difference["card"] == NONE:
        return any(wider(other, difference) for other in found)
    return is_fewer(difference)


def is_missing(difference, found):
    return difference["card"] == NONE and not is_merged(difference, found)


def is_split(difference):
    """Whether the lanes of a warp make the same accesses at more than one time, as where a loop that they leave at
    different turns was unrolled."""
    ours, card = difference["lanes"]
    return ours == card and difference["card"][0] > difference["ours"][0]


def compared(costs, metrics, found):
    """One kernel: what we say, what the card counts, and whether these are equal."""
    ours, sites = ours_of(costs)
    result = {"ours": {}, "card": {}, "equal": True, "conflicts_within": None, "differences": None}
    for (memory, operation), names in METRICS.items():
        label = f"{memory}_{operation}"
        mine = ours[memory, operation]
        result["ours"][label] = {what: mine[what] for what in names}
        result["card"][label] = {what: metrics.get(name) for what, name in names.items()}
        if memory == "global" and result["ours"][label] != result["card"][label]:
            result["equal"] = False
        if memory == "shared" and mine["wavefronts"]:
            counted = metrics.get(names["conflicts"])
            within = counted is not None and abs(counted - mine["conflicts"]) <= max(2, NOISE * mine["wavefronts"])
            result["conflicts_within"] = within and result["conflicts_within"] is not False
    if found is not None:
        result["differences"] = differences(sites, found)
    return result


ACCEPTED = ("equal", "merged", "split")


def verdict(result):
    """equal; merged (the accesses that the compiled code keeps are as we say) or split (it makes them lane by lane as we
    say, but at other times); missing (it has none of an access, nor wider ones in its place); or different."""
    if result["equal"] and result["conflicts_within"] is not False:
        return "equal"
    found = result["differences"] or []
    if any(is_missing(each, found) for each in found):
        return "missing"
    if found and all(is_merged(each, found) for each in found):
        return "merged"
    return "split" if found and all(is_split(each) or is_merged(each, found) for each in found) else "different"


def told(result):
    """The differences, in words."""
    parts = []
    for label, mine in result["ours"].items():
        if mine != result["card"][label] and (label.startswith("global") or result["conflicts_within"] is False):
            parts.append(f"{label}: ours {mine}, card {result['card'][label]}")
    for each in result["differences"] or []:
        lines = ", ".join(map(str, each["lines"])) or "none of ours"
        parts.append(f"lines {lines}: {each['memory']} {each['operation']} of {each['bytes']} bytes: ours {each['ours']}, "
                     f"card {each['card']}")
    return "; ".join(parts)


# --- profiling ---


def find_ncu(given=None):
    for place in [given] if given else PLACES:
        if "*" in place:
            matches = sorted(pathlib.Path("/").glob(place.lstrip("/")))
            if matches:
                return str(matches[-1])
        elif shutil.which(place):
            return shutil.which(place)
    return None


def profile_words(ncu, report, metrics, with_source):
    words = [ncu, "--clock-control", "none", "--target-processes", "application-only", "--force-overwrite",
             "--export", str(report), "--metrics", ",".join(metrics)]
    return words + (["--section", "SourceCounters"] if with_source else [])


def import_words(ncu, report, page):
    more = ["--print-source", "sass"] if page == "source" else []
    return [ncu, "--import", str(report), "--csv", "--page", page, *more]


def all_metrics():
    return [name for names in METRICS.values() for name in names.values()]


def table(kernels):
    """Lines for people."""
    lines = [f"{'kernel':28} {'':10} {'loads: requests, sectors':>32} {'stores: requests, sectors':>32} "
             f"{'conflicts':>18}"]
    for kernel in kernels:
        cells = []
        for label in ("global_load", "global_store"):
            mine, card = kernel["ours"][label], kernel["card"][label]
            cells.append(" ".join(f"{mine[what]}/{card[what]}" for what in ("requests", "sectors")))
        mine = sum(kernel["ours"][f"shared_{operation}"]["conflicts"] for operation in ("load", "store"))
        card = [kernel["card"][f"shared_{operation}"]["conflicts"] for operation in ("load", "store")]
        cells.append(f"{mine}/{sum(card) if None not in card else '?'}")
        lines.append(f"{kernel['name']:28} {kernel['verdict']:10} {cells[0]:>32} {cells[1]:>32} {cells[2]:>18}")
        if kernel["said"]:
            lines.append(f"    {kernel['said']}")
    return "\n".join(lines) + "\n"
