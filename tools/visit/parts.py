# SPDX-License-Identifier: Apache-2.0
"""The parts of a visit to a card. Each is a function of the visit that yields its checks one by one."""
import dataclasses
import json
import pathlib
import shutil
import sys
import time

import corners
import counters
import sanitizer
import tests_json
from running import run, run_all

KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"
# By tool: the test that plants a fault, the kernel that has it, and the kind that the tool must report.
PLANTS = {
    "memcheck": ("CardPlant.WritesOutOfBounds", "planted_out_of_bounds", "access"),
    "racecheck": ("CardPlant.RacesInSharedMemory", "planted_race", "race"),
    "initcheck": ("CardPlant.ReadsWhatNobodyWrote", "planted_uninitialised", "uninitialised"),
    "synccheck": ("CardPlant.DivergesAtABarrier", "planted_divergence", "barrier"),
}
LIMITS = {
    "an endless kernel ends at its time, the next launch says why not":
        "CardLimits.AnEndlessKernelEndsAtItsTimeAndTheNextLaunchSaysWhyItCannotRun",
    "an illegal address is told, and then why nothing runs":
        "CardLimits.AnIllegalAddressIsToldOnceAndThenWhyNothingRuns",
    "no memory left on the card: told, and the next launch runs":
        "CardLimits.WhereAllMemoryIsTakenALaunchSaysSoAndTheNextRuns",
}
# Kernels of examples/: how to launch them and what they write.
RESULTS = {
    "saxpy": (["--in", "X=uniform(-1,1,1):100000", "--in", "Y=uniform(-1,1,2):100000", "--scalar", "a=0.5", "--grid",
               "ceil_div(N, ctx.threads)"], "Y"),
    "row_sum": (["--in", "X=uniform(-1,1,3):333x1000", "--grid", "R"], "O"),
}
FAULTS = ["division", "bounds", "shift", "step"]
# What an outcome in JSON tells of a fault.
TOLD = ["outcome", "code", "kind", "line", "column", "block", "warp", "lanes", "values"]


@dataclasses.dataclass
class Check:
    """One thing that a part looked at."""
    what: str
    state: str  # held, failed or skipped
    said: str = ""


def check(what, held, said=""):
    return Check(what, "held" if held else "failed", said)


@dataclasses.dataclass
class Visit:
    place: object
    share: int  # the tools that watch memory see one case of so many
    seconds: dict  # by part, its limit
    sanitizer: str
    bench: str
    date: str
    commit: str
    # What the parts found beside their checks.
    conformance: dict = dataclasses.field(default_factory=dict)
    judged: dict | None = None  # by case, its runs on the card; None without a conformance run
    failing: dict = dataclasses.field(default_factory=dict)
    corners: dict = dataclasses.field(default_factory=dict)
    sanitizers: dict = dataclasses.field(default_factory=dict)
    counters: list = dataclasses.field(default_factory=list)
    judged_bench: str = ""
    ncu: str | None = None
    counted: int | None = None  # so many kernels, the first; all without it

    def phobos_run(self, name, words, seconds=60):
        return run(self.place, [self.place.program("phobos-run"), *words], name, seconds)

    def simple(self, name, words=()):
        """A kernel that runs on any card."""
        return self.phobos_run(name, [str(KERNELS / "faults.ph"), "--kernel", "division", "--scalar", "b=1", "--out",
                                      f"O={self.place.work}/{name}.npy", "--shape", "O=64", "--engine", "cuda", *words])

    def tests(self, name, test, seconds, extra=None, before=()):
        """Runs tests of spec_test in a process: how it ended, and what its tests came to."""
        return self.tests_at_once({name: (test, extra or {}, before)}, seconds)[name]

    def tests_at_once(self, named, seconds):
        """By name: (filter of tests, environment, words before the program). All at the same time."""
        jobs = []
        for name, (test, extra, before) in named.items():
            report = self.place.work / f"{name}.json"
            report.unlink(missing_ok=True)
            words = [*before, self.place.program("spec_test"), f"--gtest_filter={test}", f"--gtest_output=json:{report}"]
            jobs.append((name, words, {"PHOBOS_CARD_VISIT": str(self.share)} | extra))
        ended = run_all(self.place, jobs, seconds)
        return {name: (ended[name], tests_json.read(self.place.work / f"{name}.json")) for name in named}


def no_card(visit):
    """Why no kernel runs on a card here, or None."""
    if not pathlib.Path(visit.place.program("phobos-run")).is_file():
        return f"there is no program {visit.place.program('phobos-run')}: build it, or say by --bin where it is"
    ended = visit.simple("first")
    if ended.code == 6 and "is not available" in ended.err:
        return ended.said
    return None


def runs(visit):
    for name, (words, written) in RESULTS.items():
        file = f"{visit.place.work}/{name}.npy"
        common = [str(visit.place.repository / "examples" / f"{name}.ph"), *words]
        shape = ["--out", f"{written}={visit.place.work}/{name}-cuda.npy"]
        reference = visit.phobos_run(f"run-{name}-interp", [*common, "--out", f"{written}={file}"])
        ended = visit.phobos_run(f"run-{name}", [*common, *shape, "--engine", "cuda", "--expect", f"{written}={file}"])
        yield check(f"{name} gives the interpreter's bits", reference.code == 0 and ended.code == 0, ended.said)
    for kernel in FAULTS:
        yield fault(visit, kernel)
    ended = visit.phobos_run("run-too-large", [str(KERNELS / "too_large.ph"), "--in", "A=ones:128x256", "--out",
                                               f"O={visit.place.work}/too_large.npy", "--engine", "cuda"])
    yield check("tiles larger than the shared memory are refused",
                ended.code == 6 and "393216 bytes of shared memory" in ended.err, ended.said)
    ended = visit.simple("run-device-99", ["--device", "99"])
    yield check("a device that is not there is refused", ended.code == 6 and "no device 99" in ended.err, ended.said)
    ended = visit.simple("run-device-1", ["--device", "1"])
    if ended.code == 6 and "no device 1" in ended.err:
        yield Check("a second device runs a kernel", "skipped", ended.said)
    else:
        yield check("a second device runs a kernel", ended.code == 0, ended.said)


def fault(visit, kernel):
    """The card tells a fault as the interpreter does."""
    words = [str(KERNELS / "faults.ph"), "--kernel", kernel, "--scalar", "b=0", "--shape", "O=64", "--json", "--out",
             f"O={visit.place.work}/fault.npy"]
    told = []
    for engine in ["interp", "cuda"]:
        ended = visit.phobos_run(f"run-fault-{kernel}-{engine}", [*words, "--engine", engine])
        outcome = json_of(ended.out)
        told.append({field: outcome.get(field) for field in TOLD} | {"exit": ended.code})
    return check(f"a fault of {kernel} is told as the interpreter does", told[0] == told[1] and told[1]["exit"] == 1,
                 "" if told[0] == told[1] else f"interp: {told[0]}, cuda: {told[1]}")


def json_of(text):
    try:
        return json.loads(text)
    except ValueError:
        return {}


def conformance(visit):
    """The suite in a few processes, whose compilers and judges then work side by side."""
    processes = 4
    named = {f"conformance-{i}": ("*CudaEngine*", {"GTEST_TOTAL_SHARDS": str(processes), "GTEST_SHARD_INDEX": str(i)}, ())
             for i in range(processes)}
    tests = []
    for name, (ended, read) in visit.tests_at_once(named, visit.seconds["conformance"]).items():
        if read is None:
            yield check(f"{name} comes to its end", False, f"exit {ended.code}: {ended.said}")
        else:
            tests += read
    visit.judged = tests_json.counts(tests, "cases")
    visit.failing = tests_json.counts(tests, "failed")
    visit.conformance = {what: tests_json.total(tests, what) for what in ["runs", "programs", "refused"]}
    visit.conformance |= {"cases": len(visit.judged), "failing": visit.failing, "kernels":
                          len(tests_json.counts(tests, "kernels"))}
    skipped = [test["why"] for test in tests if test["state"] == "skipped"]
    yield check("every share of the cases is judged on the card", len(tests) == 16 and not skipped, "; ".join(skipped[:1]))
    why = next((test["why"] for test in tests if test["state"] == "failed"), "")
    yield check("every case and example holds", tests and not visit.failing and not why,
                f"{len(visit.failing)} cases fail: {', '.join(sorted(visit.failing)[:5])}" if visit.failing else why[:200])


def numeric_corners(visit):
    if visit.judged is None:
        yield Check("numeric corners", "skipped", "they are read off the conformance run, which is not among the parts")
        return
    names = corners.names_of_cases(visit.place.repository)
    for corner in corners.CORNERS:
        cases = corner.cases()
        unjudged = [case for case in cases if visit.judged.get(names[case], 0) == 0]
        failing = [case for case in cases if names[case] in visit.failing]
        visit.corners[corner.what] = {"cases": cases, "runs": sum(visit.judged.get(names[case], 0) for case in cases),
                                      "held": not unjudged and not failing}
        yield check(corner.what, not unjudged and not failing,
                    "; ".join([f"{case} is not judged" for case in unjudged] + [f"{case} fails" for case in failing]))


def limits(visit):
    for what, test in LIMITS.items():
        ended, tests = visit.tests(f"limits-{test.split('.')[1]}", test, 60)
        if ended.code is None:
            yield check(what, False, f"it did not end within {ended.seconds:.0f} s")
        elif not tests:
            yield check(what, False, f"exit {ended.code}: {ended.said}")
        else:
            yield check(what, tests[0]["state"] == "ok" and ended.code == 0, tests[0]["why"][:300])
    endless = [str(KERNELS / "endless.ph"), "--in", "O=zeros:32"]
    barrier = [str(visit.place.repository / "spec-tests/09-collectives/block_that_misses_the_grid_barrier.ph"), "--in",
               "bar=zeros:2", "--in", "X=zeros:3x64", "--in", "O=zeros:3x64", "--grid", "3"]
    for name, words, codes in [("endless", endless, [7]), ("grid-barrier", barrier, [1, 7])]:
        ended = visit.phobos_run(f"limits-{name}", [*words, "--engine", "cuda", "--max-time", "2"], 40)
        what = {"endless": "phobos-run ends an endless kernel at --max-time",
                "grid-barrier": "a block that misses a grid barrier is reported or limited"}[name]
        said = f"exit {ended.code} after {ended.seconds:.1f} s: {ended.said}"
        yield check(what, ended.code in codes and ended.seconds < 20, said)
        after = visit.simple(f"limits-after-{name}")
        yield check(f"the next process runs a kernel after {name}", after.code == 0, after.said)


def sanitizers(visit):
    if shutil.which(visit.sanitizer) is None:
        yield check("compute-sanitizer is there", False, f"no program {visit.sanitizer}; say by --sanitizer where it is")
        return
    named = {}
    for tool, (test, _, _) in PLANTS.items():
        before = [visit.sanitizer, "--tool", tool, "--target-processes", "application-only", "--print-limit", "1000"]
        named[f"{tool}-planted"] = (test, {}, before)
        named[f"{tool}-share"] = ("CardShare.*", {}, before)
    ended = visit.tests_at_once(named, visit.seconds["sanitizers"])
    for tool, (_, kernel, kind) in PLANTS.items():
        yield planted(tool, kernel, kind, ended[f"{tool}-planted"][0])
        yield from clean(visit, tool, *ended[f"{tool}-share"])


def planted(tool, kernel, kind, ended):
    parsed = sanitizer.parse(ended.out + ended.err)
    found = parsed["kernels"].get(kernel, {"hits": 0, "kinds": []})
    said = f"{found['hits']} hits" if found["hits"] else "; ".join(parsed["trouble"]) or ended.said
    return check(f"{tool} reports the fault planted in {kernel}", kind in found["kinds"], said)


def clean(visit, tool, ended, tests):
    parsed = sanitizer.parse(ended.out + ended.err)
    tests = tests or []
    kernels = sanitizer.by_kernel(parsed, tests_json.counts(tests, "kernels"))
    hit = {name: entry["hits"] for name, entry in kernels.items() if entry["hits"]}
    visit.sanitizers[tool] = {"said": parsed["summary"], "runs": tests_json.total(tests, "runs"), "kernels": kernels,
                              "api_errors": parsed["api_errors"], "seconds": round(ended.seconds, 1)}
    whole = ended.code is not None and len(tests) == 2 and all(test["state"] == "ok" for test in tests)
    why = next((test["why"] for test in tests if test["state"] != "ok"), ended.said)
    yield check(f"{tool}: the share of the cases runs under it and holds", whole,
                f"{len(kernels)} kernels in {ended.seconds:.0f} s" if whole else
                f"exit {ended.code} after {ended.seconds:.0f} s: {why[:200]}")
    clean_run = parsed["summary"] is not None and parsed["reported"] == 0 and not hit and not parsed["api_errors"]
    said = "; ".join([parsed["summary"] or "no summary", *(f"{name}: {hits}" for name, hits in list(hit.items())[:5]),
                      *parsed["api_errors"][:3], *parsed["trouble"][:3]])
    yield check(f"{tool} finds nothing", clean_run, said)


def cublas_of_python():
    """The cuBLAS among Python's packages, if there is one: the benchmarks find only that of the system by themselves."""
    found = (file for folder in sys.path for file in pathlib.Path(folder).glob("nvidia/*/lib/libcublas.so.1[23]"))
    return list(found)[:1]


def bench(visit):
    target = visit.place.work / f"{visit.date}-gpu-bench.json"
    words = visit.bench.format(out=target).split()
    if not pathlib.Path(visit.place.program(words[0])).is_file():
        yield check("benchmarks", False, f"there is no program {visit.place.program(words[0])}")
        return
    began = time.monotonic()
    words += [f"--cublas={file}" for file in cublas_of_python()]
    ended = run(visit.place, [visit.place.program(words[0]), *words[1:]], "bench", visit.seconds["bench"])
    measured = json_of(target.read_text()) if target.is_file() else {}
    count = len({row.get("run_name") for row in measured.get("benchmarks", [])})
    yield check("benchmarks run to their end", ended.code == 0 and count > 0,
                f"{count} benchmarks in {time.monotonic() - began:.0f} s" if ended.code == 0 else
                f"exit {ended.code}: {ended.said}")
    record = str(visit.place.repository / "bench" / "gpu" / "record.py")
    judged = run(visit.place, [sys.executable, "-B", record, str(target), "--commit", visit.commit, "--dry"], "judged", 60)
    visit.judged_bench = judged.out
    yield check("what was measured can be recorded", judged.code == 0, judged.said if judged.code else "")


def in_turns(visit, jobs):
    """As many processes at once as there are processors, more or less: by name, how each ended."""
    ended = {}
    for begin in range(0, len(jobs), 8):
        ended |= run_all(visit.place, jobs[begin:begin + 8], 60)
    return ended


def profiled(visit, ncu, launch, words):
    """The report, or why there is none. Where a metric is refused, the basic ones alone are asked for."""
    report = visit.place.work / f"{launch.name}.ncu-rep"
    program = [visit.place.program("phobos-run"), *words, "--engine", "cuda"]
    for attempt, metrics, with_source in [("", counters.all_metrics(), True), ("-basic", counters.BASIC, False)]:
        ended = run(visit.place, [*counters.profile_words(ncu, report, metrics, with_source), *program],
                    f"counters-{launch.name}-card{attempt}", 60)
        if ended.code == 0 and report.is_file():
            return report, ""
    return None, f"exit {ended.code}: {ended.said}"


def card_counters(visit):
    ncu = counters.find_ncu(visit.ncu)
    if ncu is None:
        yield check("ncu is there", False, "no program ncu; say by --ncu where it is")
        return
    end = time.monotonic() + visit.seconds["counters"]
    launches = counters.launches()[:visit.counted]
    words = {launch.name: [str(visit.place.repository / launch.file),
                           *(word.format(work=visit.place.work) for word in launch.words)] for launch in launches}
    ours = in_turns(visit, [(f"counters-{name}-ours", [visit.place.program("phobos-run"), *given, "--stats", "--json"], {})
                            for name, given in words.items()])
    costs, reports, late = {}, {}, []
    for launch in launches:
        ended = ours[f"counters-{launch.name}-ours"]
        costs[launch.name] = json_of(ended.out).get("costs")
        report, why = None, f"exit {ended.code}: {ended.said}"
        if costs[launch.name]:
            if time.monotonic() > end:
                late.append(launch.name)
                continue
            report, why = profiled(visit, ncu, launch, words[launch.name])
        if report:
            reports[launch.name] = report
        else:
            yield check(f"{launch.name} is counted", False, why)
            if not reports:
                return  # nothing will be
    if late:
        yield Check("every kernel is counted in time", "skipped", ", ".join(late))
    read = in_turns(visit, [(f"counters-{name}-{page}", counters.import_words(ncu, report, page), {})
                            for name, report in reports.items() for page in ("raw", "source")])
    for name in reports:
        raw, source = (read[f"counters-{name}-{page}"].out for page in ("raw", "source"))
        result = counters.compared(costs[name], counters.raw_metrics(raw), counters.instructions(source))
        result = {"name": name, "verdict": counters.verdict(result), "said": counters.told(result)} | result
        visit.counters.append(result)
        yield check(f"{name}: the card counts what the model says of each access that the code keeps",
                    result["verdict"] in counters.ACCEPTED, result["said"])
    equal = sum(kernel["verdict"] == "equal" for kernel in visit.counters)
    enough = len(visit.counters) >= 25 and equal >= 18 or visit.counted is not None
    yield check("at least 25 kernels are counted, and at least 18 are equal", enough,
                f"{equal} of {len(visit.counters)} are equal")


PARTS = {"run": runs, "conformance": conformance, "corners": numeric_corners, "limits": limits,
         "sanitizers": sanitizers, "counters": card_counters, "bench": bench}
