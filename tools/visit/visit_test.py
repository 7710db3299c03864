#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of tools/card-visit without a card: its programs are played by scripts, the tools' words are samples.

usage: visit_test.py [FOLDER OF THE PROGRAMS]    with the folder, the real phobos-run is asked for a card as well
"""
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path.insert(0, str(HERE))
import corners  # noqa: E402
import counters  # noqa: E402
import parts  # noqa: E402
import sanitizer  # noqa: E402

COMMIT = "0123456789abcdef0123456789abcdef01234567"
programs = None


def sample(name):
    return (HERE / "testdata" / f"{name}.txt").read_text()


class Sanitizer(unittest.TestCase):
    def test_reports_count_for_the_kernel_that_they_name(self):
        parsed = sanitizer.parse(sample("memcheck"))  # of 32 reports of accesses the sample has three
        self.assertEqual(parsed["kernels"], {"planted_out_of_bounds": {"hits": 3, "kinds": ["access"]}})
        self.assertEqual(parsed["api_errors"], ["CUDA_ERROR_LAUNCH_FAILED of cuStreamQuery",
                                                "CUDA_ERROR_LAUNCH_FAILED of cuMemcpyDtoH_v2"])
        self.assertEqual((parsed["summary"], parsed["reported"]), ("ERROR SUMMARY: 34 errors", 34))

    def test_names_are_read_in_every_form_that_releases_print(self):
        parsed = sanitizer.parse(sample("forms"))
        self.assertEqual(parsed["kernels"], {"planted_out_of_bounds": {"hits": 2, "kinds": ["access"]},
                                             "other": {"hits": 1, "kinds": ["access"]},
                                             "reduce": {"hits": 2, "kinds": ["race"]}})
        self.assertEqual(parsed["api_errors"], ["CUDA_ERROR_LAUNCH_FAILED of cuStreamQuery"])
        self.assertEqual(parsed["reported"], 5)
        self.assertEqual(parsed["trouble"], [])

    def test_both_accesses_of_a_race_and_its_hazards_are_read(self):
        parsed = sanitizer.parse(sample("racecheck"))
        self.assertEqual(parsed["kernels"], {"planted_race": {"hits": 256, "kinds": ["race"]}})
        self.assertEqual(parsed["reported"], 1)

    def test_each_tool_has_its_kind(self):
        for tool, (_, kernel, kind) in parts.PLANTS.items():
            self.assertIn(kind, sanitizer.parse(sample(tool))["kernels"][kernel]["kinds"], tool)

    def test_a_clean_run_has_a_summary_and_nothing_else(self):
        for name in ["clean", "clean_racecheck"]:
            parsed = sanitizer.parse(sample(name))
            self.assertEqual((parsed["kernels"], parsed["api_errors"], parsed["trouble"], parsed["reported"]),
                             ({}, [], [], 0))

    def test_a_tool_that_cannot_work_is_no_clean_run(self):
        parsed = sanitizer.parse(sample("refused"))
        self.assertEqual(len(parsed["trouble"]), 1)
        self.assertEqual(parsed["reported"], 1)
        self.assertIsNone(sanitizer.parse("no such tool\n")["summary"])

    def test_kernels_that_ran_and_kernels_that_are_named_stand_side_by_side(self):
        parsed = sanitizer.parse(sample("racecheck"))
        self.assertEqual(sanitizer.by_kernel(parsed, {"matvec": 4}),
                         {"matvec": {"runs": 4, "hits": 0}, "planted_race": {"runs": 0, "hits": 256}})


class Corners(unittest.TestCase):
    def test_every_corner_is_held_by_cases_that_exist(self):
        self.assertEqual(list(corners.defects(REPOSITORY)), [])

    def test_a_corner_without_its_case_is_noticed(self):
        kept = corners.CORNERS
        try:
            corners.CORNERS = [corners.Corner("a", {"num-no-such-case": []}, {"num-loaded-corners": ["sqrt(two)"]}),
                               corners.Corner("b", {}, {"num-loaded-corners": []})]
            self.assertEqual(list(corners.defects(REPOSITORY)),
                             ["a: there is no case num-no-such-case", "a: the source of num-loaded-corners has no 'sqrt(two)'",
                              "b: a corner is held with constants and with loaded values"])
        finally:
            corners.CORNERS = kept


def costs_of(sites):
    """What phobos-run --stats would say of accesses: (line, kind, memory, bytes, requests, sectors, wavefronts,
    conflicts) and where some lanes are off, how many accesses of lanes."""
    names = ["line", "kind", "memory", "bytes", "requests", "sectors", "wavefronts", "conflicts", "lanes"]
    return {"sites": [{"lanes": 32 * site[4]} | dict(zip(names, site)) | {"executions": site[4]} for site in sites] +
            [{"line": 1, "kind": "branch", "executions": 1}]}


class Counters(unittest.TestCase):
    """Samples are written from the tool's documentation, but for those that are called recorded: of matvec_lane on an
    H200, by the release 2025.3.1, with the columns that are read."""
    metrics = counters.raw_metrics(sample("ncu_raw"))
    strided = [(7, "load", "global", [4], 32, 1024, 0, 0), (7, "store", "global", [4], 32, 128, 0, 0)]

    def test_metrics_are_read_from_either_table(self):
        self.assertEqual(self.metrics["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"], 1024)
        details = counters.raw_metrics(sample("ncu_details"))
        for name in counters.all_metrics():
            self.assertEqual(details[name], self.metrics[name], name)
        self.assertEqual(counters.raw_metrics("==ERROR== no kernels were profiled\n"), {})

    def test_instructions_that_access_and_were_executed_are_read(self):
        found = counters.instructions(sample("ncu_source"))
        self.assertEqual([(each["memory"], each["operation"], each["bytes"], each["executed"]) for each in found],
                         [("global", "load", 4, 32), ("shared", "store", 8, 32), ("shared", "load", 16, 32),
                          ("global", "store", 4, 32)])
        self.assertEqual((found[0]["sectors"], found[2]["wavefronts"], found[2]["ideal_wavefronts"]), (1024, 160, 128))
        self.assertIsNone(counters.instructions("nothing of the kind\n"))

    def test_operations_are_told_by_the_words_of_the_machine(self):
        for text, expected in [("LDG.E.128.CONSTANT R4, desc[UR4][R2.64]", ("global", "load", 16)),
                               ("@!P1 STG.E.U16 desc[UR4][R2.64], R5", ("global", "store", 2)),
                               ("LDS.U8 R4, [R2]", ("shared", "load", 1)), ("LDC R1, c[0x0][0x28]", None),
                               ("LDGSTS.E.128 [R3], desc[UR4][R2.64]", None), ("LDSM.16.M88 R4, [R2]", None)]:
            self.assertEqual(counters.operation_of(text), expected, text)

    def test_equal_counts_are_equal(self):
        result = counters.compared(costs_of(self.strided), self.metrics, counters.instructions(sample("ncu_source")))
        self.assertTrue(result["equal"])
        self.assertEqual(counters.verdict(result), "equal")

    def test_an_access_that_is_counted_otherwise_is_different(self):
        wrong = [(7, "load", "global", [4], 32, 128, 0, 0), self.strided[1]]
        source = [each for each in counters.instructions(sample("ncu_source")) if each["memory"] == "global"]
        result = counters.compared(costs_of(wrong), self.metrics, source)
        self.assertEqual(counters.verdict(result), "different")
        self.assertIn("lines 7: global load of 4 bytes: ours [32, 128], card [32, 1024]", counters.told(result))

    def test_an_access_that_the_code_has_no_more_is_merged(self):
        more = [*self.strided, (9, "load", "global", [4], 32, 1024, 0, 0)]
        source = [each for each in counters.instructions(sample("ncu_source")) if each["memory"] == "global"]
        result = counters.compared(costs_of(more), self.metrics, source)
        self.assertFalse(result["equal"])
        self.assertEqual(counters.verdict(result), "merged")
        self.assertIn("lines 7, 9", counters.told(result))

    def test_accesses_with_wider_ones_in_their_place_are_merged(self):
        metrics = self.metrics | {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 8}
        load = {"memory": "global", "operation": "load", "bytes": 16, "executed": 8, "sectors": 1024, "lanes": 256}
        store = {"memory": "global", "operation": "store", "bytes": 4, "executed": 32, "sectors": 128, "lanes": 1024}
        self.assertEqual(counters.verdict(counters.compared(costs_of(self.strided), metrics, [load, store])), "merged")
        narrower = [(7, "load", "global", [16], 32, 1024, 0, 0), self.strided[1]]
        split = load | {"bytes": 4}
        self.assertEqual(counters.verdict(counters.compared(costs_of(narrower), metrics, [split, store])), "missing")

    def test_an_access_that_is_wholly_missing_is_not_merged(self):
        source = [each for each in counters.instructions(sample("ncu_source")) if each["memory"] == "global"]
        loads = [each for each in source if each["operation"] == "load"]
        without = self.metrics | {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": 0,
                                  "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": 0}
        self.assertEqual(counters.verdict(counters.compared(costs_of(self.strided), without, loads)), "missing")
        wide = [*self.strided, (9, "load", "global", [16], 32, 1024, 0, 0)]
        self.assertEqual(counters.verdict(counters.compared(costs_of(wide), self.metrics, source)), "missing")
        self.assertNotIn("missing", counters.ACCEPTED)

    def test_an_access_of_which_we_know_nothing_is_different(self):
        more = [*(each for each in counters.instructions(sample("ncu_source")) if each["memory"] == "global"),
                {"memory": "global", "operation": "load", "bytes": 16, "executed": 8, "sectors": 128, "lanes": 256}]
        metrics = self.metrics | {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 40}
        self.assertEqual(counters.verdict(counters.compared(costs_of(self.strided), metrics, more)), "different")

    def test_an_access_that_the_code_makes_at_two_times_is_split(self):
        metrics = counters.raw_metrics(sample("ncu_recorded_raw"))
        self.assertEqual(metrics["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"], 2176)
        found = counters.instructions(sample("ncu_recorded_source"))
        self.assertEqual(sum(each["lanes"] for each in found if each["operation"] == "load"), 2 * 64 * 500)
        sites = [(9, "load", "global", [4], 1024, 4512, 0, 0, 32000), (9, "load", "global", [4], 1024, 4032, 0, 0, 32000),
                 (13, "store", "global", [4], 64, 64, 0, 0, 64)]
        self.assertEqual(counters.verdict(counters.compared(costs_of(sites), metrics, found)), "split")
        fewer = [sites[0], sites[1][:8] + (31999,), sites[2]]
        self.assertEqual(counters.verdict(counters.compared(costs_of(fewer), metrics, found)), "different")

    def test_conflicts_are_compared_within_the_noise_of_their_counter(self):
        shared = [*self.strided, (8, "load", "shared", [4], 32, 0, 96, 64)]
        near = self.metrics | {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": 66}
        far = self.metrics | {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": 90}
        self.assertEqual(counters.verdict(counters.compared(costs_of(shared), near, [])), "equal")
        self.assertEqual(counters.verdict(counters.compared(costs_of(shared), far, None)), "different")

    def test_each_launch_has_a_name_of_its_own_and_a_source(self):
        launches = counters.launches()
        self.assertGreaterEqual(len(launches), 40)
        self.assertEqual(len({launch.name for launch in launches}), len(launches))
        for launch in launches:
            self.assertTrue((REPOSITORY / launch.file).is_file(), launch.file)

    def test_the_real_program_counts_each_launch(self):
        if programs is None:
            self.skipTest("no folder of programs is given")
        with tempfile.TemporaryDirectory() as work:
            for launch in counters.launches()[::9]:
                words = [str(REPOSITORY / launch.file), *(word.format(work=work) for word in launch.words)]
                ended = subprocess.run([programs / "phobos-run", *words, "--stats", "--json"], capture_output=True,
                                       text=True, timeout=60)
                self.assertEqual(ended.returncode, 0, launch.name + ended.stderr)
                total, sites = counters.ours_of(json.loads(ended.stdout)["costs"])
                self.assertTrue(sites, launch.name)
                self.assertGreater(total["global", "store"]["requests"], 0, launch.name)


PHOBOS_RUN = """
import json, os, sys
words = sys.argv[1:]
text = " ".join(words)
def end(code, said=""):
    print(said, file=sys.stderr)
    sys.exit(code)
if "cuda" in words and os.environ.get("PLAY") == "no-card":
    end(6, "unsupported: engine: the cuda engine is not available: the driver knows no device")
if "endless.ph" in text or "misses_the_grid_barrier" in text:
    end(7, "limit of time: the limit of time was reached")
if "too_large.ph" in text:
    end(6, "unsupported: shared memory: the live tiles and scratch of a CTA take 393216 bytes of shared memory")
if "--device" in words and words[-1] != "0":
    end(6, f"there is no device {words[-1]}: the driver knows 1")
if "--stats" in words:
    site = {"line": 7, "kind": "load", "memory": "global", "bytes": [4], "executions": 32, "lanes": 1024,
            "requests": 32, "sectors": 1024, "wavefronts": 0, "conflicts": 0}
    other = dict(site, kind="store", sectors=128 if os.environ.get("PLAY") != "sectors" else 129)
    print(json.dumps({"outcome": "finished", "costs": {"sites": [site, other]}}))
    sys.exit(0)
if "b=0" in words:
    lanes = [20] if os.environ.get("PLAY") == "wrong-lanes" and "cuda" in words else [20, 21]
    print(json.dumps({"outcome": "trapped", "kind": "division", "lanes": lanes}))
    sys.exit(1)
"""
SPEC_TEST = """
import json, os, sys
given = dict(word[2:].split("=", 1) for word in sys.argv[1:] if word.startswith("--gtest"))
play = os.environ.get("PLAY")
assert os.environ["PHOBOS_SOURCE_DIR"] and os.environ["PHOBOS_CARD_VISIT"] == "4"
def test(name, **properties):
    return {"name": name, "result": "COMPLETED"} | properties
if "CudaEngine" in given["gtest_filter"]:
    names = CASES.split()
    if play == "corner-not-judged":
        names.remove("spec-tests/12-numerics/loaded_corners")
    cases = " ".join(f"{name}:3" for name in names)
    failed = "spec-tests/12-numerics/float_f32:2" if play == "case-fails" else ""
    tests = [test(f"Judges/{i}", runs="10", programs="5", refused="0", cases=cases if i == 0 else "a:1", failed=failed,
                  kernels="k:1") for i in range(4)]
    if failed:
        tests[0]["failures"] = [{"failure": "float_f32 fails in 2 runs"}]
elif "Share" in given["gtest_filter"]:
    tests = [test(f"Holds{i}", runs="7", kernels="matvec:4 reduce:3") for i in range(2)]
else:
    tests = [test(given["gtest_filter"])]
path = given["gtest_output"].split(":", 1)[1]
if not (play == "crash" and "Endless" in given["gtest_filter"]):
    json.dump({"testsuites": [{"name": "Suite", "testsuite": tests}]}, open(path, "w"))
"""
SANITIZER = """
import os, pathlib, subprocess, sys
words = sys.argv[1:]
tool = words[words.index("--tool") + 1]
play = os.environ.get("PLAY")
text = " ".join(words)
if play == "refused":
    name = "refused"
elif "CardPlant" in text:
    name = "clean_racecheck" if play == "race-unseen" and tool == "racecheck" else tool
else:
    name = "racecheck" if play == "race" and tool == "racecheck" else "clean_racecheck" if tool == "racecheck" else "clean"
program = next(i for i, word in enumerate(words) if word.endswith("spec_test"))
print((pathlib.Path(HERE) / "testdata" / f"{name}.txt").read_text())
sys.exit(subprocess.run(words[program:]).returncode)
"""
NCU = """
import os, pathlib, sys
words = sys.argv[1:]
if "--import" in words:
    print((pathlib.Path(HERE) / "testdata" / f"ncu_{words[words.index('--page') + 1]}.txt").read_text())
    sys.exit(0)
if os.environ.get("PLAY") == "no-counters" or os.environ.get("PLAY") == "few-metrics" and "SourceCounters" in words:
    print("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters")
    sys.exit(1)
pathlib.Path(words[words.index("--export") + 1]).write_text("")
"""
BENCH = """
import json, sys
path = next(word.split("=", 1)[1] for word in sys.argv if word.startswith("--benchmark_out="))
json.dump({"context": {"card": "Played", "date": "2026-11-30T10:00:00", "driver": "13.0", "cublas": "none"},
           "benchmarks": [{"run_name": "saxpy/N:1/ours", "run_type": "iteration", "repetition_index": 0, "real_time": 1.0},
                          {"run_name": "saxpy/N:1/peer", "run_type": "iteration", "repetition_index": 0, "real_time": 1.0}]},
          open(path, "w"))
"""


class Visits(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.bin = pathlib.Path(self.folder.name, "bin")
        self.out = pathlib.Path(self.folder.name, "out")
        self.bin.mkdir()
        names = corners.names_of_cases(REPOSITORY)
        cases = " ".join(sorted({names[case] for corner in corners.CORNERS for case in corner.cases()}))
        for name, text in [("phobos-run", PHOBOS_RUN), ("spec_test", SPEC_TEST), ("compute-sanitizer", SANITIZER),
                           ("phobos_bench_gpu", BENCH), ("ncu", NCU)]:
            program = self.bin / name
            program.write_text(f"#!{sys.executable}\nCASES = {cases!r}\nHERE = {str(HERE)!r}\n{text}")
            program.chmod(0o755)

    def visit(self, play="", *words):
        return subprocess.run([REPOSITORY / "tools" / "card-visit", "--out", self.out, "--bin", self.bin, "--commit", COMMIT,
                               "--sanitizer", self.bin / "compute-sanitizer", "--ncu", self.bin / "ncu", "--counted", "3", *words],
                              capture_output=True, text=True,
                              env=os.environ | {"PLAY": play}, timeout=60)

    def result(self):
        return json.loads(next(self.out.glob("*-gpu-visit.json")).read_text())

    def expect_failed(self, play, what, *words):
        ended = self.visit(play, *words)
        self.assertEqual(ended.returncode, 1, ended.stdout + ended.stderr)
        self.assertIn(what, ended.stdout)

    def test_where_all_holds_the_files_and_the_table_say_so(self):
        ended = self.visit()
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        result = self.result()
        self.assertEqual((result["failed"], result["skipped"], result["commit"]), (0, 1, COMMIT))
        self.assertEqual(result["conformance"]["runs"], 160)
        self.assertEqual(result["sanitizers"]["racecheck"]["kernels"], {"matvec": {"runs": 8, "hits": 0},
                                                                         "reduce": {"runs": 6, "hits": 0}})
        self.assertEqual(len(result["corners"]), len(corners.CORNERS))
        table = (self.out / "summary.txt").read_text()
        self.assertTrue(ended.stdout.endswith(table))
        for part in parts.PARTS:
            self.assertRegex(table, rf"(?m)^{part} +held")
        with tarfile.open(self.out / "logs.tar.gz") as archive:
            self.assertIn("logs/memcheck-planted.out", archive.getnames())
        # What a machine gives back is few files.
        self.assertLessEqual(len(list(self.out.rglob("*"))), 8)

    def test_a_result_has_no_path_of_the_machine(self):
        self.assertEqual(self.visit().returncode, 0)
        said = [check["said"] for part in self.result()["parts"].values() for check in part["checks"]]
        self.assertTrue(any(said))
        for text in said:
            self.assertNotRegex(text, r"(^|[ '\"])/")

    def test_no_card_is_told_and_nothing_else_runs(self):
        ended = self.visit("no-card")
        self.assertEqual(ended.returncode, 6)
        self.assertIn("there is no card to visit: unsupported: engine: the cuda engine is not available: the driver knows "
                      "no device", ended.stderr)
        self.assertEqual(list(self.out.iterdir()), [])

    def test_what_is_planted_must_be_reported(self):
        self.expect_failed("race-unseen", "racecheck reports the fault planted in planted_race", "--parts", "sanitizers")
        states = [check["state"] for check in self.result()["parts"]["sanitizers"]["checks"]]
        self.assertEqual(states.count("failed"), 1)

    def test_what_a_tool_finds_in_the_cases_fails(self):
        self.expect_failed("race", "racecheck finds nothing: RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings); "
                                   "planted_race: 256", "--parts", "sanitizers")

    def test_a_tool_that_cannot_work_fails(self):
        self.expect_failed("refused", "Device not supported", "--parts", "sanitizers")
        self.assertEqual(self.visit("", "--parts", "sanitizers", "--sanitizer", "/no/such/tool").returncode, 1)

    def test_counters_stand_beside_what_the_model_says(self):
        self.assertEqual(self.visit("", "--parts", "counters").returncode, 0)
        kernels = self.result()["counters"]
        self.assertEqual({kernel["verdict"] for kernel in kernels}, {"equal"})
        self.assertEqual(kernels[0]["card"]["global_load"], {"requests": 32, "sectors": 1024})
        self.assertRegex((self.out / "summary.txt").read_text(), r"load_f32-S1 +equal +32/32 1024/1024")

    def test_counters_that_differ_fail(self):
        self.expect_failed("sectors", "global_store: ours {'requests': 32, 'sectors': 129}, card {'requests': 32, "
                                      "'sectors': 128}", "--parts", "counters")

    def test_a_profiler_without_counters_fails_at_once(self):
        self.expect_failed("no-counters", "ERR_NVGPUCTRPERM", "--parts", "counters")
        self.assertEqual(len(self.result()["parts"]["counters"]["checks"]), 1)
        self.expect_failed("", "no program ncu", "--parts", "counters", "--ncu", "/no/such/ncu")

    def test_where_metrics_are_refused_the_basic_ones_are_asked_for(self):
        self.assertEqual(self.visit("few-metrics", "--parts", "counters").returncode, 0)

    def test_a_case_that_fails_fails_its_corners(self):
        self.expect_failed("case-fails", "num-float-f32 fails", "--parts", "conformance,corners")
        self.assertEqual(self.result()["conformance"]["failing"], {"spec-tests/12-numerics/float_f32": 32})

    def test_a_corner_that_no_run_reached_fails(self):
        self.expect_failed("corner-not-judged", "num-loaded-corners is not judged", "--parts", "conformance,corners")

    def test_corners_without_their_run_are_skipped(self):
        self.assertEqual(self.visit("", "--parts", "corners").returncode, 0)
        self.assertEqual(self.result()["skipped"], 1)

    def test_a_fault_that_the_card_tells_otherwise_fails(self):
        self.expect_failed("wrong-lanes", "a fault of division is told as the interpreter does: interp:", "--parts", "run")

    def test_a_program_that_ends_early_fails(self):
        self.expect_failed("crash", "an endless kernel ends at its time", "--parts", "limits")

    def test_a_wrong_command_line_is_refused(self):
        for words in [["--parts", "tea"], ["--share", "0"], ["--commit", "HEAD"]]:
            self.assertEqual(self.visit("", *words).returncode, 2, words)

    def test_the_real_program_says_that_there_is_no_card(self):
        if programs is None:
            self.skipTest("no folder of programs is given")
        self.bin = programs
        environment = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
        ended = subprocess.run([REPOSITORY / "tools" / "card-visit", "--out", self.out, "--bin", programs, "--commit", COMMIT],
                               capture_output=True, text=True, env=environment, timeout=60)
        self.assertEqual(ended.returncode, 6, ended.stdout + ended.stderr)
        self.assertIn("card-visit: there is no card to visit: unsupported: engine:", ended.stderr)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        programs = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
