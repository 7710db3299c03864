# SPDX-License-Identifier: Apache-2.0
"""The numeric corners in which compilers, processors and cards differ, and the cases that hold each of them.

Compilers fold constants by other rules than a card computes by, so each corner stands in a case with constants and in
one with loaded values; where the language refuses the constants, nothing with them reaches a card.
"""
import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Corner:
    what: str
    constants: dict  # by id of a case, what of its source holds the corner
    loaded: dict
    refused: str = ""  # why there are no constants

    def cases(self):
        return [*self.constants, *self.loaded]


def both(*expressions):
    """A corner of the twin cases that differ in where their values come from."""
    return {"num-constant-corners": list(expressions)}, {"num-loaded-corners": list(expressions)}


def more(pair, constants=None, loaded=None):
    return pair[0] | (constants or {}), pair[1] | (loaded or {})


CORNERS = [
    Corner("min and max of +0 and -0, either order",
           *more(both("min(p, n)", "min(n, p)", "max(p, n)", "max(n, p)"), {"num-constant-floats": ["min(0.0, -0.0)"]},
                 {"num-float-f32": ["min(a, b)"]})),
    Corner("min(NaN, 1), max(1, NaN)", *both("min(no, one)", "max(one, no)")),
    Corner("NaN results of +, - and sqrt", *both("big + -big", "big - big", "sqrt(-one)")),
    Corner("f32 to i32: NaN, +inf, -inf, 3e9",
           *more(both("i32(no)", "i32(big)", "i32(-big)", "i32(large)"),
                 {"num-constant-conversions-to-i32": ["i32(3000000000.0)"]}, {"num-convert-f32": ["i32(x)"]})),
    Corner("f32 NaN to i64; f64 NaN to i32",
           *more(both("i64(no)", "i32(dno)"), {"num-constant-conversions-to-i64": ["i64(nan)"]},
                 {"num-convert-f64": ["i32(x)"]})),
    Corner("f32 -1 to u32", *both("u32(-one)")),
    Corner("f32 200 to i8", *more(both("i8(wide)"), {"num-constant-conversions-to-i32": ["i8(200.0)"]})),
    Corner("least i32 / -1 and % -1", *more(both("least / minus", "least % minus"),
                                            {"num-constant-arithmetic-i32": ["-2147483648 % -1"]})),
    Corner("7 / 0, 7 % 0, 7u / 0u", {},
           {"num-division-by-zero-i32": ["/"], "num-remainder-by-zero-i32": ["%"], "num-division-by-zero-u32": ["/"]},
           "expr-constant-division-by-zero"),
    Corner("shifts by 33", {}, {"num-shift-above-32-bits": ["<<"], "num-shift-right-at-the-width": [">>"]},
           "expr-constant-shift-by-width"),
    Corner("dp4a overflow of the accumulator",
           *more(both("dp4a(bytes, bytes, most)"), {"builtin-dp4a-of-constants": ["2147483646"]},
                 {"builtin-dp4a-signs-and-overflow": ["dp4a(a, b, c)"]})),
    Corner("subnormals in +, * and /", *more(both("tiny + tiny", "normal * 0.5", "normal / 2.0", "tiny * one"), None,
                                             {"num-float-f32": ["a * b"]})),
    Corner("f32 atomic add of a subnormal: global, shared",
           {"coll-atomic-add-of-constant-subnormals": ["atomic_add(S, 0, 4.2", "atomic_add(t, 0, 4.2"]},
           {"coll-atomic-add-of-subnormals": ["atomic_add(S"], "coll-atomic-add-of-subnormals-in-tile": ["atomic_add(t"]}),
    Corner("f32 to f16 of 65520 and of 1 + 2^-11", *more(both("f16(above)", "f16(between)"), None,
                                                        {"num-convert-f32": ["f16(x)"]})),
    Corner("shuffle from lane 37 and from -1", {"coll-shuffles-by-constants": ["shuffle(v, 37)", "shuffle(v, -1)"]},
           {"coll-shuffles-by-i32": ["shuffle(v, d)"]}),
    Corner("shuffle_up and _down past the end",
           {"coll-shuffles-by-constants": ["shuffle_up(v, 5)", "shuffle_down(v, 5)"]},
           {"coll-shuffles-by-i32": ["shuffle_up(v, d)", "shuffle_down(v, d)"]}),
    Corner("shuffle_xor by 40", {"coll-shuffles-by-constants": ["shuffle_xor(v, 40)"]},
           {"coll-shuffles-by-i32": ["shuffle_xor(v, d)"]}),
    Corner("shuffle_up by 33 and by -1",
           {"coll-shuffles-by-constants": ["shuffle_up(v, 33)", "shuffle_up(v, -1)"]},
           {"coll-shuffles-by-i32": ["shuffle_up(v, d)"]}),
    Corner("min and max of zeros and NaN in f64, f16, bf16",
           *more(both("min(dp, dn)", "max(hn, hp)", "min(bno, bone)"), None,
                 {"num-float-f64": ["min(a, b)"], "num-float-f16": ["min(a, b)"], "num-float-bf16": ["min(a, b)"]})),
    Corner("bf16 fma is one rounding", *more(both("fma(x, y, z)"), None, {"num-fused-bf16": ["fma("]})),
]


def cases_of(repository):
    """By id: (name as the harness has it, the case)."""
    found = {}
    for folder in ["spec-tests", "examples"]:
        for path in sorted((repository / folder).rglob("*.json")):
            case = json.loads(path.read_text())
            if isinstance(case, dict) and "id" in case and "rules" in case:
                found[case["id"]] = (str(path.relative_to(repository).with_suffix("")), case)
    return found


def names_of_cases(repository):
    return {id: name for id, (name, _) in cases_of(repository).items()}


def defects(repository):
    """What is wrong with the table: a sentence each."""
    cases = cases_of(repository)
    for corner in CORNERS:
        if not corner.loaded or not (corner.constants or corner.refused):
            yield f"{corner.what}: a corner is held with constants and with loaded values"
        if corner.refused and (corner.refused not in cases or cases[corner.refused][1]["kind"] != "reject"):
            yield f"{corner.what}: no case {corner.refused} says that the constants are refused"
        for id, held in (corner.constants | corner.loaded).items():
            if id not in cases:
                yield f"{corner.what}: there is no case {id}"
                continue
            name, case = cases[id]
            if case["kind"] not in ("run", "fault") or 32 not in case.get("lanes", [32, 64]):
                yield f"{corner.what}: {id} does not run on a card"
            source = (repository / name).with_name(case.get("source", f"{name.rsplit('/', 1)[1]}.ph")).read_text()
            for text in held:
                if text not in source:
                    yield f"{corner.what}: the source of {id} has no '{text}'"
