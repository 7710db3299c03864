#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds `phobos-conform explain` to implementations whose fault is known: planted faults behind the adapter protocol.

usage: foreign_test.py PROGRAMS SUITE [--draws N] [--seed S] [--slice K] [--least N] [--json FILE]

Draws planted faults over all chapters of the specification by a fixed seed, has each served by a process of its own
(phobos-mutants serve), runs the suite through the protocol and explains the first case that fails. Prints a table; exit 1
if fewer than --least explanations (nine of ten) name a rule of the fault first. With --slice K only every K-th case is
asked, and the first K that cite a rule of the fault: quicker, with less to tell faults apart by. With --json, which writes
a report, each is explained once more without the very fault that is served, which is how it is with an implementation
whose fault nobody has planted.
"""
import argparse
import json
import math
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
    def __init__(self, options, folder):
        programs, suite, slice_ = options.programs.absolute(), options.suite, options.slice
        self.leaves_out = options.json is not None
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

    def rules(self, report, case, without=None):
        """The rules that are named, the likeliest first; without a fault none of its signature is known."""
        words = ["phobos-mutants", "explain", case, "--without", without] if without else ["phobos-conform", "explain", case]
        return output_of([self.programs / words[0], *words[1:], "--report", report, "--json", *self.suite])["rules"]

    def judged(self, fault, report, failed):
        row = {"fault": fault["id"], "breaks": fault["rules"], "by": failed[0], "failed": len(failed)}
        for suffix, without in (("", None), ("_without", fault["id"]))[:2 if self.leaves_out else 1]:
            named = (self.rules(report, failed[0], without) or [""])[0]
            row |= {f"named{suffix}": named, f"right{suffix}": named in fault["rules"]}
        return row


def tried(options, folder):
    """A row for each fault that is noticed, the ids of those that are not, and the number of cases."""
    bench = Bench(options, folder)
    faults = output_of([bench.programs / "phobos-mutants", "list", "--json"])["faults"]
    rows, unseen = [], []
    for fault in drawn(faults, options.seed):
        if len(rows) == options.draws:
            break
        report, failed = bench.failures(fault)
        if not failed:
            unseen.append(fault["id"])
            continue
        row = bench.judged(fault, report, failed)
        rows.append(row)
        without = f", without it {row['named_without']}" if bench.leaves_out else ""
        print(f"{'right' if row['right'] else 'WRONG':<6} {fault['id']:<44} breaks {' '.join(fault['rules']):<28} "
              f"named {row['named']:<10} by {failed[0]} of {len(failed)}{without}", flush=True)
    return rows, unseen, len(bench.cases)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("suite", type=pathlib.Path)
    for name, value in (("--draws", 20), ("--seed", 1), ("--slice", 1), ("--least", None)):
        parser.add_argument(name, type=int, default=value)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    least = math.ceil(0.9 * options.draws) if options.least is None else options.least
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        rows, unseen, cases = tried(options, pathlib.Path(folder))
    right = sum(row["right"] for row in rows)
    seconds = time.monotonic() - began
    if unseen:
        print(f"not noticed by the cases asked, and others drawn: {' '.join(unseen)}")
    print(f"{right} of {len(rows)} name a rule of the fault first; {seconds:.1f} s")
    if options.json:
        without = sum(row["right_without"] for row in rows)
        print(f"{without} of {len(rows)} name one where the fault's own signature is not known")
        report = {"cases": cases, "seed": options.seed, "draws": len(rows), "right": right,
                  "right_without_its_own_signature": without, "seconds": round(seconds, 1), "not_noticed": unseen,
                  "rows": rows}
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0 if right >= least and len(rows) == options.draws else 1


if __name__ == "__main__":
    sys.exit(main())
