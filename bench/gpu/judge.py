# SPDX-License-Identifier: Apache-2.0
"""What phobos_bench_gpu measured, and what becomes of the targets. Pure functions, of a file's samples alone."""
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cpu"))
import compare  # noqa: E402

UNITS = ("bytes", "flop", "dp4a")  # of work, as the program calls them
DP4A_PER_CLOCK = 64  # that a multiprocessor issues

# By the beginning of a kernel's name: the least that another's time over ours may be, of all or of the one that is
# named. The first that fits holds.
OVER_OTHERS = [
    ("matvec_i8/K:4096/", None, 0.97),
    ("matvec_i8/", None, 0.99),
    ("matvec/", None, 0.99),
    ("row_sum/", None, 0.99),
    ("saxpy/", "peer", 0.99),  # one element a thread, which cuBLAS does not do
    ("saxpy_runs/", None, 0.99),
    ("read_", None, 0.98),
    ("gemm_f32/", None, 0.80),
    ("gemm_f16/", None, 0.40),
]
# By the same: the ceiling that the kernel's speed is compared with, and the least share of it, if there is one to reach.
OF_CEILINGS = [
    ("matvec_i8/K:16384/", "ceiling/read", 0.96),
    ("matvec/", "ceiling/read", None),
    ("row_sum/", "ceiling/read", None),
    ("saxpy/", "ceiling/copy", None),
    ("saxpy_runs/", "ceiling/copy", None),
    ("gemm_f32/", "ceiling/fma", None),
]
OF_DP4A = [("dp4a_chains/", "/threads:2048", 0.98), ("dp4a_chains/", "", None)]
LAUNCHES = [("launch/ours", 10e-6), ("launch/ours_with_checks", None)]  # the most seconds beyond the driver's


def rows_of(measured):
    """By name, the rows of its repetitions in their order."""
    rows = {}
    for row in measured["benchmarks"]:
        if row["run_type"] == "iteration":
            rows.setdefault(row["run_name"].split("/iterations:")[0], []).append(row)
    return {name: sorted(rows[name], key=lambda row: row["repetition_index"]) for name in sorted(rows)}


def samples_of(measured):
    """The fields of a file of results that hold what was measured. What failed once is left out of all repetitions."""
    rows = rows_of(measured)
    left_out = {}
    for name, own in rows.items():
        reasons = [row["error_message"] for row in own if row.get("error_occurred")]
        if reasons:
            left_out[name] = reasons[0]
    right = {name: own for name, own in rows.items() if name not in left_out}
    work = {name: own[0][unit] for name, own in right.items() for unit in UNITS if unit in own[0]}
    return {
        "seconds": {name: [row["real_time"] * 1e-3 for row in own] for name, own in right.items()},
        "megahertz": {name: [row["MHz"] for row in own] for name, own in right.items() if "MHz" in own[0]},
        "cycles": {name: [row["cycles"] for row in own] for name, own in right.items() if "cycles" in own[0]},
        "work": work,
        "left_out": left_out,
    }


def judgement(name, against, samples, target):
    """`target`: (least, most), or None where there is none."""
    median, low, high = compare.median_bound(samples)
    value = {"median": median, "low": low, "high": high}
    result = {"name": name, "against": against, **value}
    if target is not None:
        result["target"] = target[0] if target[1] == math.inf else target[1]
        result["verdict"] = compare.verdict(value, target)
    return result


def at_least(target):
    return None if target is None else (target, math.inf)


def of_others(seconds):
    """Another's time over ours, repetition by repetition."""
    for name, ours in seconds.items():
        kernel, _, who = name.rpartition("/")
        if who != "ours" or kernel == "launch":
            continue
        for other, theirs in seconds.items():
            own, _, against = other.rpartition("/")
            if own == kernel and against != "ours":
                target = next((least for prefix, named, least in OVER_OTHERS
                               if kernel.startswith(prefix) and named in (None, against)), None)
                yield judgement(kernel, against, [b / a for a, b in zip(ours, theirs)], at_least(target))


def of_ceilings(seconds, work):
    """Our speed over that of what does nothing else."""
    for prefix, ceiling, target in OF_CEILINGS:
        for name, ours in seconds.items():
            if name.startswith(prefix) and name.endswith("/ours") and ceiling in seconds:
                factor = work[name] / work[ceiling]
                pairs = [factor * most / own for own, most in zip(ours, seconds[ceiling])]
                yield judgement(name.rpartition("/")[0], ceiling, pairs, at_least(target))


def of_dp4a(cycles, work):
    """Byte products that a multiprocessor issues in a cycle, of those it can."""
    for name, samples in cycles.items():
        kernel, _, who = name.rpartition("/")
        target = next((least for begin, end, least in OF_DP4A if kernel.startswith(begin) and kernel.endswith(end)), None)
        shares = [work[name] / count / DP4A_PER_CLOCK for count in samples]
        against = f"{DP4A_PER_CLOCK} a clock" if who == "ours" else f"{DP4A_PER_CLOCK} a clock, {who}"
        yield judgement(kernel, against, shares, at_least(target) if who == "ours" else None)


def of_launches(seconds):
    """Seconds on the host beyond the driver's own."""
    for name, most in LAUNCHES:
        if name in seconds and "launch/driver" in seconds:
            beyond = [own - driver for own, driver in zip(seconds[name], seconds["launch/driver"])]
            yield judgement(name, "launch/driver", beyond, None if most is None else (-math.inf, most))


def judged(result):
    """Everything that the samples of a file of results tell, in the order of their names."""
    seconds, work, cycles = result["seconds"], result["work"], result["cycles"]
    return [*of_others(seconds), *of_ceilings(seconds, work), *of_dp4a(cycles, work), *of_launches(seconds)]
