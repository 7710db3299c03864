# SPDX-License-Identifier: Apache-2.0
"""What NumPy says about tensor files; the tests of engine/io start it.

  numpy_oracle.py write DIR    writes files of every kind and prints, for each, SPEC TYPE SHAPE HEX
  numpy_oracle.py check DIR    reads lines FILE TYPE SHAPE HEX from its input and fails where a file holds anything else
  numpy_oracle.py recipes      reads lines RECIPE:SHAPE TYPE and prints the HEX of each

SHAPE is as in 4x8 (scalar for rank 0); HEX is the elements in row order, little-endian ('-' for none).
"""

import io
import json
import os
import struct
import sys
import zipfile

import numpy as np

import recipes

SHAPES = [(), (1,), (5,), (0,), (2, 3), (3, 0, 2), (4, 3, 2), (2, 3, 4, 5)]


def shape_text(shape):
    return "x".join(str(length) for length in shape) or "scalar"


def hex_text(array):
    array = np.ascontiguousarray(array).reshape(array.shape)
    return array.astype(array.dtype.newbyteorder("<")).tobytes(order="C").hex() or "-"


def sample(element, shape, rng):
    """Arbitrary bits; for bool arbitrary truth."""
    count = int(np.prod(shape, dtype=int))
    dtype = np.dtype(recipes.DTYPES[element])
    if element == "bool":
        return rng.integers(0, 2, count).astype(bool).reshape(shape)
    return np.frombuffer(rng.bytes(count * dtype.itemsize), dtype=dtype).reshape(shape)


def bytes_of_npy(array, version=None):
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, array, version=version, allow_pickle=False)
    return buffer.getvalue()


def layouts(array, element):
    """The array as NumPy may store it: plain, column-major, big-endian, both; bf16 as void too."""
    yield "plain", array
    yield "fortran", np.asfortranarray(array)
    if array.dtype.itemsize > 1:
        swapped = array.astype(array.dtype.newbyteorder(">"))
        yield "big", swapped
        yield "big_fortran", np.asfortranarray(swapped)
    if element == "bf16":
        yield "void", array.view("V2")
        yield "void_fortran", np.asfortranarray(array.view("V2"))


def write_npy_files(folder, rng):
    for element in recipes.DTYPES:
        for shape in SHAPES:
            array = sample(element, shape, rng)
            for name, stored in layouts(array, element):
                path = os.path.join(folder, f"{element}_{shape_text(shape)}_{name}.npy")
                np.save(path, stored)
                print(path, element, shape_text(stored.shape), hex_text(array))
    array = sample("f32", (7, 3), rng)
    for version in [(1, 0), (2, 0), (3, 0)]:
        path = os.path.join(folder, f"version{version[0]}.npy")
        with open(path, "wb") as file:
            file.write(bytes_of_npy(array, version))
        print(path, "f32", "7x3", hex_text(array))


def write_npz_files(folder, rng):
    arrays = {f"{element}_array": (element, sample(element, (6, 5), rng)) for element in recipes.DTYPES}
    plain = {name: array for name, (_, array) in arrays.items()}
    np.savez(os.path.join(folder, "stored.npz"), **plain)
    np.savez_compressed(os.path.join(folder, "deflated.npz"), **plain)
    zipfile.ZIP64_LIMIT = 16  # every size and offset goes to the zip64 fields
    zipfile.ZIP_FILECOUNT_LIMIT = 2
    with zipfile.ZipFile(os.path.join(folder, "zip64.npz"), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in plain.items():
            archive.writestr(name + ".npy", bytes_of_npy(array))
    for file in ("stored.npz", "deflated.npz", "zip64.npz"):
        for name, (element, array) in arrays.items():
            for key in (name, name + ".npy"):
                print(f"{os.path.join(folder, file)}:{key}", element, "6x5", hex_text(array))
    only = sample("i32", (3,), rng)
    np.savez(os.path.join(folder, "single.npz"), only)
    print(os.path.join(folder, "single.npz"), "i32", "3", hex_text(only))


SAFETENSORS = {
    "f16": "F16", "bf16": "BF16", "f32": "F32", "f64": "F64", "i8": "I8", "u8": "U8", "i32": "I32", "u32": "U32",
    "i64": "I64", "bool": "BOOL",
}


def write_safetensors_file(folder, rng):
    path = os.path.join(folder, "all.safetensors")
    header, data, lines = {"__metadata__": {"format": "np"}}, b"", []
    for element in recipes.DTYPES:
        for shape in SHAPES:
            array = sample(element, shape, rng)
            key = f"{element}.{shape_text(shape)}"
            begin = len(data)
            data += array.tobytes()
            header[key] = {"dtype": SAFETENSORS[element], "shape": list(shape), "data_offsets": [begin, len(data)]}
            lines.append((f"{path}:{key}", element, shape_text(shape), hex_text(array)))
    header["other"] = {"dtype": "U64", "shape": [1], "data_offsets": [len(data), len(data) + 8]}
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data + bytes(8))
    for line in lines:
        print(*line)


def read_safetensors(path, key):
    with open(path, "rb") as file:
        content = file.read()
    (length,) = struct.unpack("<Q", content[:8])
    entry = json.loads(content[8 : 8 + length])[key]
    begin, end = (8 + length + offset for offset in entry["data_offsets"])
    return entry["dtype"], tuple(entry["shape"]), content[begin:end].hex() or "-"


def check_line(line):
    spec, element, shape, expected = line.split()
    path, _, key = spec.partition(":")
    if path.endswith(".safetensors"):
        found = read_safetensors(path, key)
        return found[0] == SAFETENSORS[element] and shape_text(found[1]) == shape and found[2] == expected
    array = np.load(path, allow_pickle=False)
    if key:
        array = array[key]
    dtype = "|V2" if element == "bf16" else recipes.DTYPES[element]
    if array.dtype.str != dtype or shape_text(array.shape) != shape or (array.tobytes().hex() or "-") != expected:
        return False
    if key or element == "bf16":
        return True
    with open(path, "rb") as file:  # the very bytes that NumPy writes
        return file.read() == bytes_of_npy(array, (1, 0))


def main():
    if sys.argv[1] == "write":
        rng = np.random.default_rng(20)
        write_npy_files(sys.argv[2], rng)
        write_npz_files(sys.argv[2], rng)
        write_safetensors_file(sys.argv[2], rng)
    elif sys.argv[1] == "check":
        lines = sys.stdin.read().splitlines()
        wrong = [line[:120] for line in lines if not check_line(line)]
        print(len(lines) - len(wrong), "right")
        sys.exit("\n".join(wrong) if wrong else 0)
    else:
        for line in sys.stdin.read().splitlines():
            recipe, element = line.rsplit(" ", 1)
            print(hex_text(recipes.make(recipe, element)))


main()
