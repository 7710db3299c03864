#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds `phobos-conform explain` to implementations whose fault is known: planted faults behind the adapter protocol.

usage: foreign_test.py PROGRAMS SUITE [--draws N] [--seed S] [--slice K] [--least N]

Draws planted faults over all chapters of the specification by a fixed seed, has each served by a process of its own
(phobos-mutants serve), runs the suite through the protocol and explains the first case that fails. Prints a table; exit 1
if fewer than --least explanations name a rule of the fault first. With --slice K only every K-th case is asked, and the
first K that cite a rule of the fault: quicker, with less to tell faults apart by, and so held to less in the tests.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time


def output_of(words, codes=(0,)):
    ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if ended.returncode not in codes:
        sys.exit(f"{' '.join(map(str, words))[:300]}: exit code {ended.returncode}\n{ended.stderr[-2000:]}")
    return json.loads(ended.stdout)


def drawn(faults, seed):
    """Every fault that can be noticed, in an order that goes round the chapters."""
    chapters = {}
    for fault in sorted(faults, key=lambda fault: fault["id"]):
        if "equivalent" not in fault:
            chapters.setdefault(fault["rules"][0].split("-")[0], []).append(fault)
    order = random.Random(seed)
    for chapter in sorted(chapters):
        order.shuffle(chapters[chapter])
    while any(chapters.values()):
        for chapter in sorted(chapters):
            if chapters[chapter]:
                yield chapters[chapter].pop()


class Bench:
    def __init__(self, programs, suite, slice_, folder):
        self.programs, self.suite, self.slice, self.folder = programs, ["--suite", suite], slice_, folder
        self.cases = output_of([programs / "phobos-conform", "list", "--json", *self.suite])["cases"]

    def only(self, fault):
        if self.slice == 1:
            return []
        citing = [case for case in self.cases if set(case["rules"]) & set(fault["rules"])]
        ids = {case["id"] for case in self.cases[::self.slice] + citing[:self.slice]}
        return [word for case in sorted(ids) for word in ("--only", case)]

    def failures(self, fault):
        """The report of a run against the fault, and the ids of what failed."""
        report = self.folder / f"{fault['id']}.report"
        told = output_of([self.programs / "phobos-conform", "run", "--json", "--seed", "1", "--report", report,
                          "--adapter", f"'{self.programs}/phobos-mutants' serve {fault['id']}", *self.suite, *self.only(fault)],
                         codes=(0, 1))
        return report, [case["id"] for case in told["cases"] if case["verdict"] not in ("pass", "skipped")]

    def rules(self, report, case):
        return output_of([self.programs / "phobos-conform", "explain", case, "--report", report, "--json",
                          *self.suite])["rules"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("suite", type=pathlib.Path)
    for name, value in (("--draws", 20), ("--seed", 1), ("--slice", 1), ("--least", 18)):
        parser.add_argument(name, type=int, default=value)
    options = parser.parse_args()
    began = time.monotonic()
    right, unseen = 0, []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.programs.absolute(), options.suite, options.slice, pathlib.Path(folder))
        faults = output_of([bench.programs / "phobos-mutants", "list", "--json"])["faults"]
        done = 0
        for fault in drawn(faults, options.seed):
            if done == options.draws:
                break
            report, failed = bench.failures(fault)
            if not failed:
                unseen.append(fault["id"])
                continue
            rules = bench.rules(report, failed[0])
            is_right = rules[0] in fault["rules"]
            right += is_right
            done += 1
            print(f"{'right' if is_right else 'WRONG':<6} {fault['id']:<44} breaks {' '.join(fault['rules']):<28} "
                  f"named {rules[0]:<10} by {failed[0]} of {len(failed)}", flush=True)
    if unseen:
        print(f"not noticed by the cases asked, and others drawn: {' '.join(unseen)}")
    print(f"{right} of {done} name a rule of the fault first; {time.monotonic() - began:.1f} s")
    return 0 if right >= options.least and done == options.draws else 1


if __name__ == "__main__":
    sys.exit(main())
