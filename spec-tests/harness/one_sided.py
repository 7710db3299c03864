# SPDX-License-Identifier: Apache-2.0
"""The rules that only accepted programs can show, with what keeps them from a case that is rejected or faults.

An implementation can break each of them all the same: planted faults do, and cases that cite the rule notice them."""

VALUE = "says what a valid program computes or holds in memory, which no source can break"
ORDER = "says in which order, how often or by whom a valid program is carried out, which no source can break"
LEVEL = "says what level a value or a place has; what a level forbids breaks the rule that forbids it"
PERMITS = "permits something; what it does not permit breaks another rule"
WARNS = "is about a warning or a note, by which nothing is rejected"
FREE = "leaves something open: a case shows that what is always there is there, and more may not be asked"
COMPARES = "says how results are compared, for whoever judges them"

_BY_REASON = {
    VALUE: """type-3 type-4 type-6 type-7 type-10 type-14 ctx-21 ctx-32 expr-17 run-7 run-16 builtin-5 level-4
              coll-4 coll-5 coll-6 coll-7 coll-8 coll-12 coll-13 tile-20 tile-29 tile-33 tile-34 tile-35 tile-36
              tile-37 tile-38 tile-39 num-1 num-4 num-6 num-8 num-9 num-10 num-11 num-12 num-13 num-14 num-15 num-16
              num-17 num-19 num-20 num-21 num-22 num-25 num-27 num-28 num-29""",
    ORDER: "stmt-1 expr-21 expr-23 run-10 run-20 run-30 level-5 coll-10 tile-12 exec-4 exec-8 exec-9 exec-10 exec-21",
    LEVEL: "level-21 level-41 level-43",
    PERMITS: "exec-31 lex-3 lex-8 type-1 type-17 type-18 tile-1 exec-2",
    WARNS: "ctx-13 run-23 level-50 num-7",
    FREE: "lex-17 run-32 run-33 run-35 coll-30 tile-31 tile-52 exec-18",
    COMPARES: "num-18 num-24",
}
REASONS = {rule: reason for reason, rules in _BY_REASON.items() for rule in rules.split()}
