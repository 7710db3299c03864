# SPDX-License-Identifier: Apache-2.0
"""Programs whose threads take different paths, followed one thread after another.

Read are functions and statements of i32, one on a line, with what is in them computed by harness/scalars.py. Every
thread counts in `h` where it has been.
"""
import pathlib
import random
import re
import sys

import model
import oracle
import scalars

THREADS = 64
FUNCTION = re.compile(r"fn (\w+)\((.*)\) -> i32 {")
ASSIGNMENT = re.compile(r"(?:let |var )?(\w+) ([-+*&|^]?)= (.+)")
FOR = re.compile(r"for (\w+) in range\((.+); (.+); (.+)\) {")


def block(lines):
    """The statements up to the brace that ends them; lines are taken away from the front."""
    statements = []
    while True:
        line = lines.pop(0).split("//")[0].strip()
        if line.startswith("}"):
            return statements, line
        if line:
            statements.append(statement(line, lines))


def statement(line, lines):
    if line.startswith("if "):
        condition = scalars.read(line[3:-1])
        yes, end = block(lines)
        no = []
        if end.startswith("} else if"):
            no = [statement(end[7:], lines)]
        elif end.startswith("} else"):
            no, _ = block(lines)
        return lambda names: run(yes if condition(names).value else no, names)
    if line.startswith("while "):
        condition, (body, _) = scalars.read(line[6:-1]), block(lines)
        return lambda names: repeat(iter(lambda: condition(names).value, False), body, names)
    if line.startswith("for "):
        name, *bounds = FOR.fullmatch(re.sub(r"(?<=\w), (?=-?\w+[,)])", "; ", line)).groups()
        bounds, (body, _) = [scalars.read(bound) for bound in bounds], block(lines)
        return lambda names: count(name, [bound(names).value for bound in bounds], body, names)
    if line in ("break", "continue"):
        return lambda names: line
    if line.startswith("return "):
        result = scalars.read(line[7:])
        return lambda names: result(names)
    name, operator, text = ASSIGNMENT.fullmatch(line).groups()
    value = scalars.read(text)

    def assign(names):
        found = value(names)
        if operator:
            found = scalars.binary(operator, names[name], found, scalars.joined)
        names[name] = scalars.typed(found, "i32")
    return assign


def run(statements, names):
    """What ended the statements early: break, continue, a value that is returned, or None."""
    for do in statements:
        ended = do(names)
        if ended is not None:
            return ended
    return None


def repeat(turns, body, names):
    for _ in turns:
        ended = run(body, names)
        if ended == "break":
            return None
        if isinstance(ended, scalars.Value):
            return ended
    return None


def count(name, bounds, body, names):
    def turns():
        for value in range(*bounds):
            names[name] = scalars.Value("i32", value)
            yield value
    return repeat(turns(), body, names)


def functions_of(source):
    functions = {}
    lines = source.splitlines()
    while lines:
        found = FUNCTION.fullmatch(lines.pop(0))
        if found:
            parameters = re.findall(r"(\w+): i32", found[2])
            body, _ = block(lines)
            functions[found[1]] = lambda *values, body=body, parameters=parameters: run(
                body, dict(zip(parameters, (scalars.typed(value, "i32") for value in values))) | functions)
    return functions


def main(case):
    source = pathlib.Path(case).with_suffix(".ph").read_text(encoding="utf-8")
    draws = random.Random(pathlib.Path(case).stem)
    functions = functions_of(source)
    x = [draws.randint(-20, 20) for _ in range(THREADS)]
    results = [functions["walk"](scalars.Value("i32", t), scalars.Value("i32", x[t])).value for t in range(THREADS)]
    oracle.print_launches([{"arguments": {"X": x, "O": f"unwritten:{THREADS}"},
                            "expect": {"O": {"bits": model.hexadecimal(results, "i32")}}}])


main(sys.argv[1])
