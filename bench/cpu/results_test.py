#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds every file of bench/results to the form of its kind, and compare.py to known bounds and outputs."""
import json
import math
import pathlib
import re
import statistics
import sys
import unittest

import compare

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "gpu"))
import judge  # noqa: E402

RESULTS = pathlib.Path(__file__).resolve().parents[1] / "results"
NUMBER = (int, float)
COMMON = {"schema": int, "date": str, "processor": str, "processors": int, "commit": str, "command": str}
CARD = {"schema": int, "date": str, "card": str, "driver": str, "commit": str, "command": str}
# By kind, which a file's name tells: its fields beside the common ones. A `note` may stand in all of them.
FIELDS = {
    "gpu-kernels": {"cublas": str, "seconds": dict, "megahertz": dict, "cycles": dict, "work": dict, "left_out": dict,
                    "judged": list},
    "gpu-visit": {"held": int, "failed": int, "skipped": int, "parts": dict, "conformance": dict, "corners": dict,
                  "sanitizers": dict},
    "peers": {"jobs": int, "load": list, "left_out": dict, "seconds": dict, "ratios": dict},
    "counts": {"counts": dict},
    "process": {"load": list, "benchmarks": list},
    "tiles": {"load": list, "benchmarks": list},
    "host": {"load": list, "benchmarks": list},
    "checks": {"load": list, "benchmarks": list},
    "fuzz-campaign": {"kernels": int, "engines": list, "seconds": NUMBER, "finished": int, "trapped": int,
                      "limited": int, "rejected": int, "silent": dict, "mix": dict, "findings": list},
    "fuzz-planted": {"seed": int, "kernels": int, "seconds": NUMBER, "faults": list},
    "fuzz-explain": {"cases": int, "seed": int, "draws": int, "right": int, "right_without_its_own_signature": int,
                     "seconds": NUMBER, "not_noticed": list, "rows": list},
}
# Fields of later visits.
OPTIONAL = {"gpu-visit": {"counters": list}, "fuzz-campaign": {"card": str, "driver": str, "formless": dict}}
FAULT = {"id": str, "kind": str, "affected": int}
FOUND = {"kernels": int, "seed": int, "signature": str, "statements": int}
COUNTED = {"name": str, "verdict": str, "said": str, "ours": dict, "card": dict, "equal": bool}
ROW = {"name": str, "run_type": str, "real_time": NUMBER, "time_unit": str}
ROW_EXTRA = {"median_s": NUMBER, "work": NUMBER, "peak_bytes": NUMBER, "tensor_bytes": NUMBER, "of_bound": NUMBER,
             "kernels": NUMBER, "fast_s": NUMBER, "over_fast": NUMBER, "over_fast_least": NUMBER,
             "over_fast_most": NUMBER}


def kind_of(name):
    """DATE-cpu-KIND.json, DATE-cpu-KIND-JOBS.json, DATE-gpu-kernels.json, DATE-gpu-visit.json or of some parts
    DATE-gpu-visit-PART.json, DATE-fuzz-campaign-NAME.json, DATE-fuzz-planted-NAME.json or DATE-fuzz-explain-NAME.json;
    None where it is none of these."""
    if match := re.fullmatch(r"\d{4}-\d\d-\d\d-(gpu-kernels|gpu-visit)(-[a-z]+)?\.json", name):
        return match.group(1)
    if match := re.fullmatch(r"\d{4}-\d\d-\d\d-(fuzz-campaign|fuzz-planted|fuzz-explain)-[a-z]+\.json", name):
        return match.group(1)
    match = re.fullmatch(r"\d{4}-\d\d-\d\d-cpu-([a-z]+)(-\d+)?\.json", name)
    return match.group(1) if match and match.group(1) in FIELDS else None


def misfits(thing, fields, optional):
    """The fields that are missing, of another type, or unknown."""
    found = [name for name, kind in fields.items() if not isinstance(thing.get(name), kind)]
    found += [name for name, kind in optional.items() if name in thing and not isinstance(thing[name], kind)]
    return found + [f"{name} is unknown" for name in thing if name not in fields and name not in optional]


def peers_problems(result):
    found = []
    for name, kernels in result["seconds"].items():
        for kernel, samples in kernels.items():
            if kernel not in compare.KERNELS or not samples or not all(0 < sample < 1e4 for sample in samples):
                found.append(f"samples of {name} on {kernel}")
    base = result["seconds"].get("ours/base", {})
    for kernel, against in result["ratios"].items():
        for name, ratio in against.items():
            pairs = list(zip(base[kernel], result["seconds"][name][kernel]))
            if abs(ratio["median"] - statistics.median(b / a for a, b in pairs)) > 1e-9:
                found.append(f"the ratio of {name} on {kernel} is not that of its samples")
            if not ratio["low"] <= ratio["median"] <= ratio["high"]:
                found.append(f"the bound of {name} on {kernel}")
    return found


def gpu_problems(result):
    """The form of what was measured, and that what is said of it follows from it."""
    found = [f"samples of {name}" for field in ("seconds", "megahertz", "cycles")
             for name, samples in result[field].items()
             if len(samples) < 15 or not all(isinstance(sample, NUMBER) and sample > 0 for sample in samples)]
    found += [f"{name} is measured and left out" for name in result["left_out"] if name in result["seconds"]]
    if found:
        return found
    anew = {(row["name"], row["against"]): row for row in judge.judged(result)}
    old = {(row["name"], row["against"]): row for row in result["judged"]}
    return [f"what is said of {name} against {against} is not what its samples say"
            for name, against in sorted(anew.keys() | old.keys())
            if anew.get((name, against)) != old.get((name, against))]


def visit_problems(result):
    states = [check["state"] for part in result["parts"].values() for check in part["checks"]]
    found = [f"the count of {state}" for state in ("held", "failed", "skipped") if states.count(state) != result[state]]
    if len(states) != result["held"] + result["failed"] + result["skipped"]:
        found.append("a check that is in no known state")
    for tool, seen in result["sanitizers"].items():
        if not seen["kernels"] or sum(kernel["runs"] for kernel in seen["kernels"].values()) == 0:
            found.append(f"no kernel ran under {tool}")
    for kernel in result.get("counters", []):
        found += [f"{kernel.get('name')}: {problem}" for problem in
                  misfits(kernel, COUNTED, {"conflicts_within": (bool, type(None)), "differences": (list, type(None))})]
    return found


def campaign_problems(result):
    fates = sum(result[fate] for fate in ("finished", "trapped", "limited", "rejected"))
    found = [] if fates == result["kernels"] > 0 else ["the fates are not those of the kernels"]
    return found + [f"{way} told nothing of too many" for way, count in result["silent"].items()
                    if not 0 < count <= result["kernels"]]


def planted_problems(result):
    if not result["faults"]:
        return ["there are no faults"]
    found = []
    for fault in result["faults"]:
        found += [f"{fault.get('id')}: {problem}" for problem in misfits(fault, FAULT, FOUND)]
        if not 0 < fault.get("kernels", 1) <= result["kernels"]:
            found.append(f"{fault['id']}: the number of kernels")
    return found


def explain_problems(result):
    """The counts are those of the rows, and at least nine of ten explanations are right."""
    rows, found = result["rows"], []
    for count, row_right, named in (("right", "right", "named"),
                                    ("right_without_its_own_signature", "right_without", "named_without")):
        if result[count] != sum(row[row_right] for row in rows):
            found.append(f"the count {count}")
        if any(row[row_right] != (row[named] in row["breaks"]) for row in rows):
            found.append(f"a row's {row_right}")
    if result["draws"] != len(rows) or 10 * result["right"] < 9 * len(rows):
        found.append("too few are right")
    return found


def counts_problems(result):
    if not result["counts"]:
        return ["there are no counts"]
    return [f"the count of {name}" for name, count in result["counts"].items() if not isinstance(count, int) or count <= 0]


def benchmark_problems(result):
    if not result["benchmarks"]:
        return ["there are no benchmarks"]
    found = []
    for row in result["benchmarks"]:
        found += [f"{row.get('name')}: {problem}" for problem in misfits(row, ROW, ROW_EXTRA)]
        if row.get("run_type") not in ("iteration", "aggregate") or row.get("time_unit") not in ("ns", "us", "ms", "s"):
            found.append(f"{row.get('name')}: the kind of run or the unit")
        if any(name in row and not row[name] > 0 for name in ["real_time", *ROW_EXTRA]):
            found.append(f"{row.get('name')}: a value that is not positive")
    return found


def problems(kind, result):
    common = CARD if kind.startswith("gpu-") else COMMON
    found = misfits(result, common | FIELDS[kind], {"note": str} | OPTIONAL.get(kind, {}))
    if found:
        return found
    if not re.fullmatch("[0-9a-f]{40}", result["commit"]):
        found.append("the commit is no full hash")
    if not all(isinstance(load, NUMBER) and load >= 0 for load in result.get("load", [])):
        found.append("the load")
    judges = {"peers": peers_problems, "counts": counts_problems, "gpu-kernels": gpu_problems,
              "gpu-visit": visit_problems, "fuzz-campaign": campaign_problems, "fuzz-planted": planted_problems,
             "fuzz-explain": explain_problems}
    return found + judges.get(kind, benchmark_problems)(result)


class Results(unittest.TestCase):
    def first(self, kind):
        file = next(file for file in sorted(RESULTS.iterdir()) if kind_of(file.name) == kind)
        return json.loads(file.read_text())

    def test_each_file_is_of_a_known_kind_and_has_its_form(self):
        files = sorted(RESULTS.iterdir())
        self.assertTrue(files)
        for file in files:
            with self.subTest(file.name):
                self.assertNotRegex(file.read_text(), r"[ '\"]/(home|tmp|root|work|usr)/", "a path of one machine")
                kind = kind_of(file.name)
                self.assertIsNotNone(kind, "the name tells no kind of result")
                self.assertEqual(problems(kind, json.loads(file.read_text())), [])

    def test_only_names_of_known_kinds_are_taken(self):
        self.assertEqual(kind_of("2026-11-30-cpu-peers-2.json"), "peers")
        self.assertEqual(kind_of("2026-11-30-cpu-counts.json"), "counts")
        self.assertEqual(kind_of("2026-11-30-gpu-kernels.json"), "gpu-kernels")
        self.assertEqual(kind_of("2026-11-30-gpu-visit.json"), "gpu-visit")
        self.assertEqual(kind_of("2026-11-30-gpu-visit-counters.json"), "gpu-visit")
        self.assertEqual(kind_of("2026-11-30-fuzz-campaign-interp.json"), "fuzz-campaign")
        self.assertEqual(kind_of("2026-11-30-fuzz-planted-first.json"), "fuzz-planted")
        self.assertEqual(kind_of("2026-11-30-fuzz-explain-foreign.json"), "fuzz-explain")
        self.assertIsNone(kind_of("2026-11-30-cpu-guesses.json"))
        self.assertIsNone(kind_of("peers.json"))

    def test_a_changed_ratio_a_missing_field_and_a_bad_sample_are_noticed(self):
        result = self.first("peers")
        kernel, against = next(iter(result["ratios"].items()))
        name = next(iter(against))
        against[name]["median"] *= 1.5
        self.assertIn(f"the ratio of {name} on {kernel} is not that of its samples", problems("peers", result))
        result["seconds"]["ours/base"][kernel][0] = -1
        self.assertIn(f"samples of ours/base on {kernel}", problems("peers", result))
        del result["commit"]
        self.assertEqual(problems("peers", result), ["commit"])

    def test_a_changed_judgement_a_bad_sample_and_too_few_of_a_card_are_noticed(self):
        result = self.first("gpu-kernels")
        row = result["judged"][0]
        row["median"] *= 1.5
        self.assertEqual(problems("gpu-kernels", result),
                         [f"what is said of {row['name']} against {row['against']} is not what its samples say"])
        name = f"{row['name']}/ours"
        result["seconds"][name][0] = 0
        self.assertEqual(problems("gpu-kernels", result), [f"samples of {name}"])
        result["seconds"][name] = result["seconds"][name][1:]
        self.assertEqual(problems("gpu-kernels", result), [f"samples of {name}"])

    def test_a_visit_whose_counts_are_not_those_of_its_checks_is_noticed(self):
        result = {"held": 1, "failed": 0, "skipped": 0, "sanitizers": {"memcheck": {"kernels": {"k": {"runs": 2}}}},
                  "parts": {"run": {"checks": [{"state": "held"}]}}}
        self.assertEqual(visit_problems(result), [])
        result["parts"]["run"]["checks"].append({"state": "failed"})
        result["sanitizers"]["memcheck"]["kernels"]["k"]["runs"] = 0
        self.assertEqual(visit_problems(result), ["the count of failed", "a check that is in no known state",
                                                  "no kernel ran under memcheck"])

    def test_a_campaign_and_planted_faults_out_of_form_are_noticed(self):
        campaign = {"kernels": 9, "finished": 5, "trapped": 1, "limited": 0, "rejected": 2, "silent": {"cuda": 10}}
        self.assertEqual(campaign_problems(campaign), ["the fates are not those of the kernels",
                                                       "cuda told nothing of too many"])
        fault = {"id": "f", "kind": "text", "affected": 1, "kernels": 3, "seed": 2, "signature": "s"}
        self.assertEqual(planted_problems({"kernels": 3, "faults": [fault]}), [])
        self.assertEqual(planted_problems({"kernels": 2, "faults": [fault | {"guess": 1}]}),
                         ["f: guess is unknown", "f: the number of kernels"])
        self.assertEqual(planted_problems({"kernels": 2, "faults": []}), ["there are no faults"])

    def test_a_count_and_a_row_out_of_form_are_noticed(self):
        counts = self.first("counts")
        counts["counts"]["instructions"] = 0
        self.assertEqual(problems("counts", counts), ["the count of instructions"])
        process = self.first("process")
        row = process["benchmarks"][0]
        row["real_time"] = -1.0
        row["guess"] = 1
        self.assertEqual(problems("process", process),
                         [f"{row['name']}: guess is unknown", f"{row['name']}: a value that is not positive"])
        process["commit"] = "HEAD"
        self.assertIn("the commit is no full hash", problems("process", process))


class Peers(unittest.TestCase):
    line = "pocl,{},16,1,B,0.002,0.001,0.003,0.1,0.2,{},{},7\n"

    def test_seconds_of_a_part_are_those_of_the_whole(self):
        seconds, faults = compare.read_peer(self.line.format("saxpy", "0", "ok"), ["saxpy"], "exit 0")
        self.assertEqual(seconds, {"saxpy": 0.032})
        self.assertEqual(faults, {})

    def test_a_wrong_and_a_missing_result_have_their_reasons(self):
        seconds, faults = compare.read_peer(self.line.format("saxpy", "3.5", "WRONG"), ["saxpy", "sgemm"], "exit 1")
        self.assertEqual(seconds, {})
        self.assertEqual(faults, {"saxpy": "its result is wrong, by 3.5", "sgemm": "it gave no result: exit 1"})

    def test_what_failed_in_one_round_is_left_out_of_all(self):
        samples = {"pocl": {"saxpy": [1, 2], "sgemm": [3]}, "cpp-plain": {"sgemm": [4, 5]}}
        self.assertEqual(compare.without_faulty(samples, {("pocl", "sgemm"): "", ("cpp-plain", "sgemm"): ""}),
                         {"pocl": {"saxpy": [1, 2]}})


class Bounds(unittest.TestCase):
    def test_fifteen_samples_are_bounded_by_the_fourth_from_either_end(self):
        # The sign test: 2 * P(B(15, 1/2) <= 3) = 0.035, with one more 0.118.
        self.assertEqual(compare.median_bound(range(1, 16)), (8, 4, 12))

    def test_few_samples_are_bounded_by_their_range(self):
        self.assertEqual(compare.median_bound([3, 1, 2]), (2, 1, 3))


class Cards(unittest.TestCase):
    """What the samples of a card tell: 15 of each, all alike."""

    def judged(self, seconds, work=None, cycles=None):
        result = {"seconds": {name: [value] * 15 for name, value in seconds.items()}, "work": work or {},
                  "cycles": {name: [value] * 15 for name, value in (cycles or {}).items()}}
        return {(row["name"], row["against"]): row for row in judge.judged(result)}

    def test_others_are_compared_by_their_time_over_ours(self):
        rows = self.judged({"gemm_f32/4096/ours": 1.0, "gemm_f32/4096/cublas": 0.79, "saxpy/N:1/ours": 1.0,
                            "saxpy/N:1/peer": 1.0})
        self.assertEqual(rows["gemm_f32/4096", "cublas"]["verdict"], "missed")
        self.assertEqual(rows["gemm_f32/4096", "cublas"]["median"], 0.79)
        self.assertEqual(rows["saxpy/N:1", "peer"]["verdict"], "met")

    def test_a_target_may_hold_against_one_alone(self):
        rows = self.judged({"saxpy/N:1/ours": 1.0, "saxpy/N:1/peer": 1.0, "saxpy/N:1/cublas": 0.8,
                            "saxpy_runs/N:1/ours": 1.0, "saxpy_runs/N:1/cublas": 0.8})
        self.assertEqual(rows["saxpy/N:1", "peer"]["verdict"], "met")
        self.assertNotIn("verdict", rows["saxpy/N:1", "cublas"])
        self.assertEqual(rows["saxpy_runs/N:1", "cublas"]["verdict"], "missed")

    def test_the_small_matvec_has_a_target_of_its_own(self):
        rows = self.judged({"matvec_i8/K:4096/N:4096/ours": 1.0, "matvec_i8/K:4096/N:4096/peer": 0.98,
                            "matvec_i8/K:16384/N:65536/ours": 1.0, "matvec_i8/K:16384/N:65536/peer": 0.98})
        self.assertEqual(rows["matvec_i8/K:4096/N:4096", "peer"]["verdict"], "met")
        self.assertEqual(rows["matvec_i8/K:16384/N:65536", "peer"]["verdict"], "missed")

    def test_a_ceiling_is_one_of_speed_not_of_time(self):
        kernel = "matvec_i8/K:16384/N:65536"
        rows = self.judged({f"{kernel}/ours": 2.0, "ceiling/read": 1.0},
                           {f"{kernel}/ours": 4.0, "ceiling/read": 2.1})
        self.assertAlmostEqual(rows[kernel, "ceiling/read"]["median"], 2 / 2.1)
        self.assertEqual(rows[kernel, "ceiling/read"]["verdict"], "missed")

    def test_byte_products_are_counted_by_cycles_and_judged_where_threads_fill_the_card(self):
        names = [f"dp4a_chains/CHAINS:8/threads:{threads}/ours" for threads in (2048, 256)]
        rows = self.judged({}, dict.fromkeys(names, 6400.0), dict.fromkeys(names, 100.0))
        full, one = [rows[name.rpartition("/")[0], "64 a clock"] for name in names]
        self.assertEqual((full["median"], full["verdict"]), (1.0, "met"))
        self.assertNotIn("verdict", one)

    def test_a_launch_is_what_it_takes_beyond_the_driver(self):
        rows = self.judged({"launch/driver": 5e-6, "launch/ours": 16e-6, "launch/ours_with_checks": 40e-6})
        self.assertEqual(rows["launch/ours", "launch/driver"]["verdict"], "missed")
        self.assertNotIn("verdict", rows["launch/ours_with_checks", "launch/driver"])

    def test_samples_are_in_the_order_of_repetitions_and_what_failed_once_is_left_out(self):
        def row(name, repetition, **fields):
            return {"run_type": "iteration", "run_name": f"{name}/iterations:10/manual_time",
                    "repetition_index": repetition, **fields}
        measured = {"benchmarks": [
            row("saxpy/N:1/ours", 1, real_time=4.0, MHz=1980, bytes=12.0),
            row("saxpy/N:1/ours", 0, real_time=2.0, MHz=1970, bytes=12.0),
            row("saxpy/N:1/peer", 0, real_time=2.0, MHz=1970, bytes=12.0),
            row("saxpy/N:1/peer", 1, error_occurred=True, error_message="lost"),
            {"run_type": "aggregate", "run_name": "saxpy/N:1/ours/iterations:10/manual_time", "real_time": 3.0},
        ]}
        name = "saxpy/N:1/ours"
        self.assertEqual(judge.samples_of(measured), {
            "seconds": {name: [2e-3, 4e-3]}, "megahertz": {name: [1970, 1980]}, "cycles": {}, "work": {name: 12.0},
            "left_out": {"saxpy/N:1/peer": "lost"}})

    def test_what_was_not_measured_is_not_judged(self):
        self.assertEqual(self.judged({"gemm_f32/4096/ours": 1.0, "launch/ours": 1.0}), {})


class Targets(unittest.TestCase):
    def test_peers_forms_and_jobs_have_their_own(self):
        self.assertEqual(compare.target_of("row_sum", "oclgrind"), (600, math.inf))
        self.assertIsNone(compare.target_of("sgemm", "oclgrind"))
        self.assertEqual(compare.target_of("sgemm", "pocl"), (0.4, math.inf))
        self.assertEqual(compare.target_of("saxpy", "ours/one_job"), (1.8, math.inf))
        self.assertEqual(compare.target_of("saxpy", "ours/in_fn"), (0, 1.25))
        self.assertIsNone(compare.target_of("saxpy", "cpp-plain"))

    def test_the_median_decides_and_brackets_tell_where_its_bound_does_not(self):
        def of(median, low, high):
            return compare.verdict({"median": median, "low": low, "high": high}, (0, 1.25))
        self.assertEqual(of(1.1, 1.0, 1.25), "met")
        self.assertEqual(of(1.1, 1.0, 1.3), "(met)")
        self.assertEqual(of(1.3, 1.2, 1.4), "(missed)")
        self.assertEqual(of(1.4, 1.3, 1.5), "missed")
        self.assertEqual(compare.verdict({"median": 2.0, "low": 1.9, "high": 2.1}, (1.8, math.inf)), "met")
        self.assertEqual(compare.verdict({"median": 1.5, "low": 1.4, "high": 1.6}, (1.8, math.inf)), "missed")

    def test_ratios_are_of_the_same_round_even_where_a_peer_ran_few(self):
        samples = {"ours/base": {"saxpy": [1, 2, 4]}, "oclgrind": {"saxpy": [10, 40]}}
        self.assertEqual(compare.ratios_of(samples), {"saxpy": {"oclgrind": {"median": 15, "low": 10, "high": 20}}})


if __name__ == "__main__":
    unittest.main()
