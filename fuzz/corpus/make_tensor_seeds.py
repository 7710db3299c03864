# SPDX-License-Identifier: Apache-2.0
"""Writes the seeds of the fuzz targets npy, npz, safetensors, source_spec and file into the folders beside this script.

The seeds are committed; run this with NumPy to make them again: it gives the same bytes."""

import io
import json
import pathlib
import struct
import zipfile
import zlib

import numpy as np

HERE = pathlib.Path(__file__).parent
DTYPES = ["<f2", "<V2", "<f4", "<f8", "|i1", "|u1", "<i4", "<u4", "<i8", "|b1", "<u2", ">f4", ">i8", ">u2", ">f2"]
SHAPES = ["()", "(3,)", "(0,)", "(2, 3)", "(2, 0, 2)", "(2, 3, 2)", "(1, 2, 1, 2)"]
DATE = (1980, 1, 1, 0, 0, 0)


def put(target, name, content):
    folder = HERE / target
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content)


def header_bytes(text, version=1):
    text = text.encode()
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text


def npy(descr="<f4", shape="(3,)", order="False", version=1, data=None):
    if data is None:
        count = int(np.prod(eval(shape), dtype=int))  # shapes are the ones above
        data = bytes((7 * i + 1) % 251 for i in range(count * int("".join(c for c in descr if c.isdigit()))))
    return header_bytes(f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n", version) + data


BROKEN_NPY = {
    "empty": b"", "magic_only": b"\x93NUMPY", "version_only": b"\x93NUMPY\x01", "version_4": b"\x93NUMPY\x04\x00\x02\x00{}",
    "version_1_1": b"\x93NUMPY\x01\x01\x02\x00{}", "no_length": b"\x93NUMPY\x01\x00\x02", "no_length_2": b"\x93NUMPY\x02\x00\x02\x00",
    "no_header": b"\x93NUMPY\x01\x00\x02\x00", "long_header": b"\x93NUMPY\x02\x00\xff\xff\xff\xff",
    "truncated": npy(data=b"12345678"), "trailing": npy(data=bytes(16)), "object": npy("|O", data=b""), "complex": npy("<c8", data=bytes(24)),
    "no_descr": npy("", data=b""), "rank_5": npy(shape="(1, 1, 1, 1, 1)", data=bytes(4)), "rank_65": npy(shape="(" + "1," * 65 + ")", data=b""),
    "huge": npy(shape="(2147483647, 2147483647, 2147483647)", data=b""), "huge_2": npy(shape="(2147483647, 2147483647)", data=b""),
    "beyond": npy(shape="(99999999999999999999,)", data=b""), "long_dim": npy(shape="(2147483648,)", data=b""),
    "negative": npy(shape="(-1,)", data=b""), "no_comma": npy(shape="(3)", data=bytes(12)), "bad_separator": npy(shape="(3; 4)", data=b""),
    "bad_number": npy(shape="(x,)", data=b""), "python_2": npy(shape="(3L,)", data=bytes(12)), "bad_order": npy(order="Maybe"),
    "no_dictionary": header_bytes("[]"), "unended": header_bytes("{'descr"), "backslash": header_bytes("{'de\\scr': 1}"),
    "other_key": header_bytes("{'a': 1}"), "no_colon": header_bytes("{'descr' 1}"), "twice": header_bytes("{'descr': '<f4', 'descr': '<f4'}"),
    "missing": header_bytes("{'descr': '<f4'}"), "behind": header_bytes("{'descr': '<f4', 'fortran_order': False, 'shape': ()} x") + bytes(4),
    "no_entry_comma": header_bytes("{'descr': '<f4' 'shape': ()}"), "unquoted": header_bytes("{descr: 1}"), "no_bracket": header_bytes("{'shape': 3}"),
    "structured": header_bytes("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}"),
    "other_order": header_bytes('{"shape":(1,),"fortran_order":False,"descr":"|u1"}') + b"x",
}


def npy_seeds():
    for descr in DTYPES:
        put("npy", f"type_{descr[1:]}_{'big' if descr[0] == '>' else 'little'}", npy(descr))
    for i, shape in enumerate(SHAPES):
        put("npy", f"shape_{i}", npy(shape=shape, version=1 + i % 3))
        put("npy", f"fortran_{i}", npy(["|i1", "<f2", "<f4", ">f8"][i % 4], shape=shape, order="True"))
    for name, content in BROKEN_NPY.items():
        put("npy", f"broken_{name}", content)


def archive(members, method=zipfile.ZIP_STORED, wide=False, comment=b""):
    buffer = io.BytesIO()
    limits = zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT
    if wide:
        zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT = 8, 1
    with zipfile.ZipFile(buffer, "w", method) as file:
        for name, content in members:
            file.writestr(zipfile.ZipInfo(name, DATE), content, compress_type=method)
        file.comment = comment
    zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT = limits
    return buffer.getvalue()


def patched(content, mark, offset, replacement):
    at = content.rindex(mark) + offset
    return content[:at] + replacement + content[at + len(replacement) :]


def npz_seeds():
    for i, descr in enumerate(DTYPES):
        members = [("a.npy", npy(descr)), ("b.npy", npy(descr, SHAPES[i % 7]))]
        put("npz", f"stored_{i}", archive(members))
        put("npz", f"deflated_{i}", archive(members, zipfile.ZIP_DEFLATED))
        put("npz", f"wide_{i}", archive(members, zipfile.ZIP_DEFLATED if i % 2 else zipfile.ZIP_STORED, True))
    one = [("a.npy", npy())]
    stored, deflated = archive(one), archive(one, zipfile.ZIP_DEFLATED)
    wide = archive([("a.npy", npy()), ("b.npy", npy())], zipfile.ZIP_DEFLATED, True)
    entry, local, end, wide_end, locator = b"PK\1\2", b"PK\3\4", b"PK\5\6", b"PK\6\6", b"PK\6\7"
    flawed = {
        "none": archive([]), "short": stored[:10], "no_end": stored[:-22], "behind": stored + b"x", "comment": archive(one, comment=b"PK\5\6 comment"),
        "twice": stored[:0] + archive(one + [("b.npy", b"no npy")]), "no_npy": archive([("a.txt", b"text")]), "zeros": archive([("a.npy", npy(shape="(2000,)", data=bytes(8000)))], zipfile.ZIP_DEFLATED),
        "encrypted": patched(stored, entry, 8, b"\1"), "method": patched(stored, entry, 10, b"\x0c"), "crc": patched(deflated, entry, 16, b"xxxx"),
        "compressed": patched(stored, entry, 20, b"\xff\xff\xff\x7f"), "two_sizes": patched(stored, entry, 24, b"\xff"), "bomb": patched(deflated, entry, 24, b"\xff\xff\xff\xf0"),
        "more": patched(deflated, entry, 24, struct.pack("<I", len(npy()) - 1)), "less": patched(deflated, entry, 24, struct.pack("<I", len(npy()) + 1)),
        "cut": patched(deflated, entry, 20, b"\x10"), "data": patched(deflated, local, 40, b"\xff\xff\xff"), "large": patched(archive(one + [("b.npy", bytes(99))], zipfile.ZIP_DEFLATED), local, 0, b"x"),
        "name": patched(stored, entry, 28, b"\xff"), "mark": patched(stored, entry, 0, b"x"), "offset": patched(stored, entry, 42, b"\xff\xff\xff\x7f"),
        "local": patched(stored, local, 0, b"x"), "local_name": patched(stored, local, 26, b"\xff\x7f"), "count": patched(stored, end, 10, b"\2"),
        "directory": patched(stored, end, 16, b"\xff\xff\xff\x7f"), "no_locator": patched(stored, end, 16, b"\xff\xff\xff\xff"), "no_wide": patched(stored, entry, 24, b"\xff\xff\xff\xff"),
        "wide_mark": patched(wide, wide_end, 0, b"x"), "wide_offset": patched(wide, locator, 8, b"\xff\xff\xff\xff"), "wide_extra": patched(wide, entry, 30, b"\0"),
        "limit": archive([("a.npy", npy(shape="(5000000,)", data=b"")), ("b.npy", bytes(5000000))], zipfile.ZIP_DEFLATED),
    }
    for name, content in flawed.items():
        put("npz", f"flawed_{name}", content)


def safetensors(header, data=b"", length=None):
    text = header.encode() if isinstance(header, str) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def safetensors_seeds():
    names = {"F16": 2, "BF16": 2, "F32": 4, "F64": 8, "I8": 1, "U8": 1, "I32": 4, "U32": 4, "I64": 8, "BOOL": 1, "U64": 8, "F8_E4M3": 1, "NEW": 3}
    for i, (name, width) in enumerate(names.items()):
        for j, shape in enumerate([[], [3], [0], [2, 3], [1, 2, 3, 1]]):
            count = int(np.prod(shape, dtype=int)) * width
            entry = {"dtype": name, "shape": shape, "data_offsets": [0, count]}
            more = {"__metadata__": {"k": "v"}} if (i + j) % 3 == 0 else {}
            put("safetensors", f"{name.lower()}_{j}", safetensors({**more, "a": entry}, bytes(range(count))))
    u8 = lambda first, last, shape=None: {"dtype": "U8", "shape": shape or [last - first], "data_offsets": [first, last]}
    flawed = {
        "empty": b"", "short": b"1234567", "long": safetensors("{}", length=2**63), "cut": safetensors("{}", length=3), "none": safetensors("{}"), "array": safetensors("[]"),
        "blank": safetensors(" {}"), "padded": safetensors("{}   "), "no_json": safetensors("{"), "utf8": safetensors(b'{"\xff":1}'.decode("latin1")), "several": safetensors({"a": u8(0, 2), "b": u8(2, 5)}, b"12345"),
        "reversed": safetensors({"a": u8(2, 4), "b": u8(0, 2)}, b"1234"), "overlap": safetensors({"a": u8(0, 2), "b": u8(1, 3)}, b"123"), "hole": safetensors({"a": u8(0, 2), "b": u8(3, 5)}, b"12345"),
        "truncated": safetensors({"a": u8(0, 4)}, b"12"), "trailing": safetensors({"a": u8(0, 2)}, b"1234"), "misfit": safetensors({"a": u8(0, 2, [3])}, b"12"), "beyond": safetensors({"a": u8(0, 1, [2**33, 2**33])}, b"1"),
        "dim": safetensors({"a": u8(0, 0, [0, 2**40])}), "rank": safetensors({"a": u8(0, 1, [1] * 5)}, b"1"), "twice": safetensors('{"a":{},"a":{}}'), "twice_inside": safetensors('{"a":{"dtype":"U8","dtype":"U8"}}'),
        "deep": safetensors("[" * 200), "deep_object": safetensors('{"a":' * 9), "nested": safetensors('{"a":{"dtype":"U8","shape":[[1]],"data_offsets":[0,1]}}', b"1"), "number": safetensors({"a": 1}),
        "dtype": safetensors({"a": {**u8(0, 1), "dtype": 8}}, b"1"), "shape": safetensors({"a": {**u8(0, 1), "shape": 1}}, b"1"), "negative": safetensors({"a": {**u8(0, 1), "shape": [-1]}}, b"1"), "float": safetensors({"a": {**u8(0, 1), "shape": [1.5]}}, b"1"),
        "offsets": safetensors({"a": {**u8(0, 1), "data_offsets": [1]}}, b"1"), "descending": safetensors({"a": {**u8(0, 1), "data_offsets": [1, 0]}}, b"1"), "metadata": safetensors({"__metadata__": 1}), "metadata_value": safetensors({"__metadata__": {"a": 1}}),
    }
    for name, content in flawed.items():
        put("safetensors", f"flawed_{name}", content)


SPECS = """zeros:4x8 ones:3 iota:2x3 iota:2 iota:300 iota:2050 iota:0 const(2.5):4x8 const(-7):3 const(0xFF):2 const(1_000):2 const(inf):1 const(-nan):1
const(true):2 const(false):1 const(-0.0):1 const(-0):1 const(0.1):1 const(65520):1 const(1e400):1 const(1e-400):1 const(5e-324):1 const(256):1 const(-129):1 const(1e30):1
const(0x10000000000000000):1 const(9007199254740993):1 const(1.5e-3):1 const(2.0):1 const(.5):1 const(x):1 const(1:4 const:4 const(1)x:4 const(-true):1 const(0x):1 const(0.000123):2 const(12.75):2
uniform(0,1,7):4x8 uniform(-1.5,1e3,0):10 uniform(-100,100,3):5 uniform(0,256,3):9 uniform(0,2,9):4 uniform(1,1,0):1 uniform(0,inf,0):1 uniform(0,70000,0):1 uniform(-1e308,1e308,0):1 uniform(0,1):1
uniform(0,1,-1):1 uniform(0,1,18446744073709551616):1 uniform(,1,2):1 uniform(0,1,2:1 uniform(-9223372036854775808,9223372036854775808,4):3 normal(1):10 normal():1 normal(1.5):1 normal:1 zeros zeros: zeros:4y8 zeros:x
zeros:4x zeros:-4 zeros:2147483648 zeros:99999999999999999999 zeros:1x1x1x1x1 zeros:2147483647x2147483647x2147483647 ones:100000 zeros(1):2 rand(1):4 - a.npy a.npz a.npz:k a.npz:k.npy a.npz: dir.npz/a.npy
m.safetensors m.safetensors:layer.0:w .npy .npz:k a.bin zeros.npy ./zeros a:b.npy""".split()


def source_spec_seeds():
    for i, spec in enumerate(SPECS):
        put("source_spec", f"{i:02}", spec.encode())
    for i, spec in enumerate(["", "uniform( 0 , 1 , 7 ):2", "uniform(0 1 2):1", "a b.npy", "const( 1 ):1"]):
        put("source_spec", f"blank_{i}", spec.encode())


def file_seeds():
    contents = [npy(), archive([("k.npy", npy())]), safetensors({"k": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, bytes(8))]
    for target in range(9):
        for ending in range(6):
            put("file", f"{target}_{ending}", bytes([target, ending]) + contents[ending % 3])
        put("file", f"{target}_empty", bytes([target, 5]))
    put("file", "one_byte", b"\0")
    for i, name in enumerate(("truncated", "object", "twice", "huge")):
        put("file", f"broken_{name}", bytes([i % 3, 0]) + BROKEN_NPY[name])


npy_seeds()
npz_seeds()
safetensors_seeds()
source_spec_seeds()
file_seeds()
