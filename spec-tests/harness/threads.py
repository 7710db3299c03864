# SPDX-License-Identifier: Apache-2.0
"""Programs of i32 followed thread by thread, for oracle scripts: each thread is a generator that stops where its warp
meets.

Read are functions whose statements stand one on a line, with what is in them computed by scalars.py. A warp meets at
`x = OP<over ctx.lane>(E)`, `x = shuffle(E, E)` and its like, and `x = popcount(ballot(E))`, alone on the right side.
"""
import re

import model
import scalars

FUNCTION = re.compile(r"fn (\w+)\((.*)\) -> i32 {")
ASSIGNMENT = re.compile(r"(?:let |var )?(\w+) ([-+*&|^]?)= (.+)")
FOR = re.compile(r"for (\w+) in range\((.+); (.+); (.+)\) {")
COLLECTIVE = re.compile(r"(\w+)<over ctx\.lane>\((.+)\)")
SHUFFLE = re.compile(r"(shuffle\w*)\((.+), (\w+)\)")
BALLOT = re.compile(r"popcount\(ballot\((.+)\)\)")


# Reading: a statement is a generator function of the thread's names. What it yields is where it meets its warp, what it
# returns is how it ended: break, continue, a value, or None.

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
        return choice(line, lines)
    if line.startswith("while "):
        condition, (body, _) = scalars.read(line[6:-1]), block(lines)
        return lambda names: repeat(iter(lambda: condition(names).value, False), body, names)
    if line.startswith("for "):
        name, *bounds = FOR.fullmatch(re.sub(r"(?<=\w), (?=-?\w+[,)])", "; ", line)).groups()
        bounds, (body, _) = [scalars.read(bound) for bound in bounds], block(lines)
        return lambda names: count(name, [bound(names).value for bound in bounds], body, names)
    if line in ("break", "continue"):
        return lambda names: ended(line)
    if line.startswith("return "):
        result = scalars.read(line[7:])
        return lambda names: ended(result(names))
    return assignment(*ASSIGNMENT.fullmatch(line).groups())


def choice(line, lines):
    condition = scalars.read(line[3:-1])
    yes, end = block(lines)
    no = []
    if end.startswith("} else if"):
        no = [statement(end[7:], lines)]
    elif end.startswith("} else"):
        no, _ = block(lines)
    return lambda names: run(yes if condition(names).value else no, names)


def assignment(name, operator, text):
    value = meeting(text)

    def assign(names):
        found = yield from value(names)
        if operator:
            found = scalars.binary(operator, names[name], found, scalars.joined)
        names[name] = scalars.typed(found, "i32")
    return assign


def meeting(text):
    """The generator function of a right side."""
    if found := COLLECTIVE.fullmatch(text):
        operation, operands = found[1], [scalars.read(found[2])]
    elif found := SHUFFLE.fullmatch(text):
        operation, operands = found[1], [scalars.read(found[2]), scalars.read(found[3])]
    elif found := BALLOT.fullmatch(text):
        operation, operands = "ballot", [scalars.read(found[1])]
    else:
        compute = scalars.read(text)
        return lambda names: ended(compute(names))

    def meet(names):
        result = yield operation, [operand(names).value for operand in operands]
        return scalars.Value("i32", result)
    return meet


# Running

def ended(how):
    return how
    yield  # pylint: disable=unreachable  (what makes it a generator)


def run(statements, names):
    for do in statements:
        how = yield from do(names)
        if how is not None:
            return how
    return None


def repeat(turns, body, names):
    for _ in turns:
        how = yield from run(body, names)
        if how == "break":
            return None
        if isinstance(how, scalars.Value):
            return how
    return None


def count(name, bounds, body, names):
    def turns():
        for value in range(*bounds):
            names[name] = scalars.Value("i32", value)
            yield value
    return repeat(turns(), body, names)


def finish(thread):
    """The value of a thread that meets nobody."""
    try:
        next(thread)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("a function that is called in an expression meets its warp")


def functions_of(source):
    """By their names, functions from values to the generator of a thread."""
    functions, called = {}, {}
    lines = source.splitlines()
    while lines:
        found = FUNCTION.fullmatch(lines.pop(0))
        if not found:
            continue
        parameters = re.findall(r"(\w+): i32", found[2])
        body, _ = block(lines)

        def start(*values, body=body, parameters=parameters):
            given = (scalars.typed(value, "i32") for value in values)
            return run(body, dict(zip(parameters, given)) | called)
        functions[found[1]] = start
        called[found[1]] = lambda *values, start=start: finish(start(*values))
    return functions


def together(operation, operands, lanes):
    """What each lane gets where a warp meets."""
    values = [own[0] for own in operands]
    if operation == "ballot":
        return [sum(values)] * lanes
    if not operation.startswith("shuffle"):
        return model.over_lanes(values, lanes, operation, "i32")
    sources = [{
        "shuffle": own[1] % lanes,
        "shuffle_xor": i ^ own[1] % lanes,
        "shuffle_up": i - own[1],
        "shuffle_down": i + own[1],
    }[operation] for i, own in enumerate(operands)]
    return [values[source if 0 <= source < lanes else i] for i, source in enumerate(sources)]


def warp_results(threads):
    """What the threads of a warp return, all of which meet wherever one does."""
    answers = [None] * len(threads)
    while True:
        steps, results = [], []
        for thread, answer in zip(threads, answers):
            try:
                steps.append(thread.send(answer))
            except StopIteration as stop:
                results.append(stop.value)
        if not steps:
            return results
        operations = {operation for operation, _ in steps}
        assert not results and len(operations) == 1, "some lanes are missing"
        answers = together(*operations, [operands for _, operands in steps], len(threads))
