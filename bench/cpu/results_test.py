#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the files of bench/results to their form, and the bounds of compare.py to known ones."""
import json
import pathlib
import statistics
import unittest

import compare

RESULTS = pathlib.Path(__file__).resolve().parents[1] / "results"
FIELDS = {
    "schema": int, "date": str, "processor": str, "processors": int, "commit": str, "command": str, "jobs": int,
    "load": list, "note": str, "left_out": dict, "seconds": dict, "ratios": dict,
}


def problems(result):
    found = [name for name, kind in FIELDS.items() if not isinstance(result.get(name), kind)]
    found += [f"{name} is unknown" for name in result if name not in FIELDS]
    if found:
        return found
    if len(result["commit"]) != 40:
        found.append("the commit is no full hash")
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


class Results(unittest.TestCase):
    def test_each_file_has_the_form_and_ratios_of_its_samples(self):
        files = sorted(RESULTS.glob("*-cpu-peers-*.json"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(file.name):
                self.assertEqual(problems(json.loads(file.read_text())), [])

    def test_a_changed_ratio_a_missing_field_and_a_bad_sample_are_noticed(self):
        result = json.loads(sorted(RESULTS.glob("*-cpu-peers-*.json"))[0].read_text())
        kernel, against = next(iter(result["ratios"].items()))
        name = next(iter(against))
        against[name]["median"] *= 1.5
        self.assertIn(f"the ratio of {name} on {kernel} is not that of its samples", problems(result))
        result["seconds"]["ours/base"][kernel][0] = -1
        self.assertIn(f"samples of ours/base on {kernel}", problems(result))
        del result["commit"]
        self.assertEqual(problems(result), ["commit"])


class Bounds(unittest.TestCase):
    def test_fifteen_samples_are_bounded_by_the_fourth_from_either_end(self):
        # The sign test: 2 * P(B(15, 1/2) <= 3) = 0.035, with one more 0.118.
        self.assertEqual(compare.median_bound(range(1, 16)), (8, 4, 12))

    def test_few_samples_are_bounded_by_their_range(self):
        self.assertEqual(compare.median_bound([3, 1, 2]), (2, 1, 3))


if __name__ == "__main__":
    unittest.main()
