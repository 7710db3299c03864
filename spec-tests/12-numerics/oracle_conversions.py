# SPDX-License-Identifier: Apache-2.0
"""Every conversion from one type: corner cases of ranges, ties, and values that two roundings get wrong."""
import math
import pathlib
import sys

import model
import oracle

INF = math.inf
POWERS = (7, 8, 15, 16, 31, 32, 63, 64)


def neighbours(value, kind):
    """The value in its type, and the values of the type just below and above it."""
    bits = model.to_bits(model.convert(value, kind), kind)
    return [model.from_bits(bits + step, kind) for step in (-1, 0, 1)]


def floats(kind):
    precision, least, greatest, _ = model.FLOATS[kind]
    values = [0.0, 0.5, 1.0, 1.5, 2.5, 0.99, 127.5, 128.5, 200.0, 255.5, 65504.0, INF]
    values += [2.0 ** (least - precision + 1), 2.0**least, (2 - 2.0 ** (1 - precision)) * 2.0**greatest]
    for power in POWERS:
        if power <= greatest:
            values += neighbours(2.0**power, kind)
    for smaller in model.FLOATS:
        p, low, high, _ = model.FLOATS[smaller]
        if p < precision:
            # Ties between two values of the smaller type, and what lies next to them, also below its normal range
            # and at its overflow.
            ties = [1 + 2.0**-p, 1 + 3 * 2.0**-p, 2.0 ** (low - p), 3 * 2.0 ** (low - p), (2 - 2.0**-p) * 2.0**high]
            for tie in ties:
                values += neighbours(tie, kind)
    if kind == "f64":
        # 53 bits that become a tie of a 16-bit type once they are rounded to f32.
        for half in (2.0**-11, 2.0**-8):
            values += [1 + half + 2.0**-40, 1 + 3 * half - 2.0**-40]
    seen = dict.fromkeys(model.convert(v, kind) for v in values)
    return [v for v in seen] + [-v for v in seen] + [math.nan]


def integers(kind):
    low, high, width = model.INTEGERS[kind]
    values = {0, 1, 2, 3, 100, low, low + 1, high, high - 1}
    for power in range(1, width):
        values |= {2**power - 1, 2**power, 2**power + 1}
    # Ties of each float type, and values just beside them.
    for precision in (8, 11, 24, 53):
        for exponent in {precision, precision + 7, max(precision, width - 1)}:
            for tie in (2**exponent + 2 ** (exponent - precision), 2**exponent + 3 * 2 ** (exponent - precision)):
                values |= {tie - 1, tie, tie + 1}
    values |= {16842753, 2**60 + 2**36 + 1, 2**60 + 3 * 2**36 - 1, 65519, 65520, 65535, 65536}
    values |= {-v for v in values}
    return sorted(v for v in values if low <= v <= high)


def converted(value, source, target):
    if target in model.INTEGERS:
        return model.wrap(value, target) if source in model.INTEGERS else model.to_integer(value, target)
    return model.nearest(value, target) if source in model.INTEGERS else model.convert(value, target)


source = pathlib.Path(sys.argv[1]).stem.removeprefix("convert_")
values = integers(source) if source in model.INTEGERS else floats(source)
shape = str(len(values))
arguments = {"X": {"shape": shape, "bits": model.hexadecimal(values, source)}}
expect = {}
for target in list(model.INTEGERS) + list(model.FLOATS):
    results = [converted(value, source, target) for value in values]
    arguments[target.upper()] = f"unwritten:{shape}"
    expect[target.upper()] = {"bits": model.hexadecimal(results, target)}
oracle.print_launches([{"grid": "ceil_div(N, ctx.threads)", "arguments": arguments, "expect": expect}])
