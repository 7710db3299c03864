# SPDX-License-Identifier: Apache-2.0
"""The tile operations of docs/spec in NumPy, bit for bit, for oracle scripts.

A tile is an array. bf16 is held as f32 whose values bf16 has; the type of elements is named where the array does not
tell it.
"""
import numpy as np

import model
import oracle
import recipes

DTYPES = dict(recipes.DTYPES, bf16="<f4")
PARTIALS = 32


# Elements

def rounded(values, kind):
    """An array of values that f64 has exactly, rounded once to a float type."""
    values = np.asarray(values, np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        if kind != "bf16":
            return values.astype(DTYPES[kind])
        finite = np.isfinite(values)
        bits = recipes.bf16_bits(np.where(finite, values, 0.0))
        return np.where(finite, from_bf16(bits), values).astype(np.float32)


def from_bf16(bits):
    return (np.asarray(bits, np.uint32) << np.uint32(16)).view(np.float32)


def tensor(text, kind):
    """The tensor of RECIPE:SHAPE."""
    made = recipes.make(text, kind)
    return from_bf16(made) if kind == "bf16" else made


def bits(array, kind):
    """Each element's bits in hex in row order, as a case writes them."""
    array = np.asarray(array, DTYPES[kind])
    return oracle.bits((array.view(np.uint32) >> np.uint32(16)).astype(np.uint16) if kind == "bf16" else array)


def greatest(a, b):
    """max of floats (num-15); integers are compared as they are."""
    if a.dtype.kind != "f":
        return np.maximum(a, b)
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a), b, a), np.fmax(a, b))


def least(a, b):
    """min of floats (num-15); integers are compared as they are."""
    if a.dtype.kind != "f":
        return np.minimum(a, b)
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a), a, b), np.fmin(a, b))


def add(a, b, kind):
    """a + b, rounded or wrapped to the type."""
    with np.errstate(all="ignore"):
        return rounded(a + b, kind) if kind == "bf16" else a + b


def fma_f32(a, b, c):
    """a * b + c of f32 arrays with one rounding.

    The product of two f32 is exact in f64. Its sum with c is rounded to odd there, and 53 bits rounded to odd make the
    rounding to 24 that of the exact value.
    """
    with np.errstate(all="ignore"):
        product = np.asarray(a, np.float64) * np.asarray(b, np.float64)
        c = np.broadcast_to(np.asarray(c, np.float64), product.shape)
        total = product + c
        other = total - product
        rest = (product - (total - other)) + (c - other)
        is_even = (total.view(np.int64) & 1) == 0
        moves = np.isfinite(total) & (rest != 0) & is_even
        toward = np.where(rest > 0, np.inf, -np.inf)
        return np.where(moves, np.nextafter(total, toward), total).astype(np.float32)


# Slices

def cut(source, starts, extents):
    """The elements of an array from the starts on; those outside are 0."""
    result = np.zeros(extents, source.dtype)
    inside, here = overlap(source.shape, starts, extents)
    result[here] = source[inside]
    return result


def put(target, starts, values):
    """Writes values into an array from the starts on, but for elements outside."""
    inside, here = overlap(target.shape, starts, values.shape)
    target[inside] = values[here]


def overlap(shape, starts, extents):
    """Two tuples of slices: the part of an array that lies in a slice, and where it lies there."""
    inside, here = [], []
    for length, start, extent in zip(shape, starts, extents):
        low = min(max(start, 0), length)
        high = max(min(start + extent, length), low)
        inside.append(slice(low, high))
        here.append(slice(low - start, high - start) if low < high else slice(0, 0))
    return tuple(inside), tuple(here)


# Functions of tiles

def dot(a, b, kind="f32", start=None):
    """[M, K] x [K, N]: a chain of fma over ascending k from +0, or from the start's elements, in f32, f64 or i32."""
    rows, columns = a.shape[0], b.shape[1]
    if kind == "i32":
        total = a.astype(np.int64) @ b.astype(np.int64) + (0 if start is None else start.astype(np.int64))
        return total.astype(np.uint64).astype(np.uint32).view(np.int32)
    chain = np.zeros((rows, columns), DTYPES[kind]) if start is None else start.astype(DTYPES[kind])
    if kind == "f32":
        for k in range(a.shape[1]):
            chain = fma_f32(a[:, k : k + 1], b[k : k + 1, :], chain)
        return chain
    for i in range(rows):
        for j in range(columns):
            value = float(chain[i, j])
            for k in range(a.shape[1]):
                value = model.fma(float(a[i, k]), float(b[k, j]), value, kind)
            chain[i, j] = value
    return chain


def dot_t(a, b, kind="f32", start=None):
    return dot(a, b.T, kind, start)


def rowsum(tile, kind):
    """[R, 1]: 32 partial sums from 0, column j to partial j mod 32, then a butterfly."""
    partial = np.zeros((tile.shape[0], PARTIALS), tile.dtype)
    for first in range(0, tile.shape[1], PARTIALS):
        piece = tile[:, first : first + PARTIALS]
        width = piece.shape[1]
        partial[:, :width] = add(partial[:, :width], piece, kind)
    offset = PARTIALS // 2
    while offset:
        partial = add(partial, partial[:, np.arange(PARTIALS) ^ offset], kind)
        offset //= 2
    return partial[:, :1]


def rowmax(tile):
    result = tile[:, :1]
    for j in range(1, tile.shape[1]):
        result = greatest(result, tile[:, j : j + 1])
    return result


def rowmin(tile):
    result = tile[:, :1]
    for j in range(1, tile.shape[1]):
        result = least(result, tile[:, j : j + 1])
    return result


def rowargmax(tile):
    """[R, 1] of i32: the first column whose element equals the maximum; 0 for a row of NaN."""
    return np.argmax(tile == rowmax(tile), axis=1, keepdims=True).astype(np.int32)


def cumsum(tile, kind):
    result = tile.copy()
    for i in range(1, tile.shape[0]):
        result[i] = add(result[i - 1], tile[i], kind)
    return result


def tril(tile):
    return np.where(np.arange(tile.shape[1])[None, :] <= np.arange(tile.shape[0])[:, None], tile, tile.dtype.type(0))


# Bounds: what every engine's result lies between. Rounding is monotone, so the ends of a result are results of ends;
# only the functions with a bound (num-25) make the two differ.

EXP_ULP = 2


class Between:
    """Arrays of f32 that a value lies between, both included."""

    def __init__(self, low, high=None):
        self.low = np.asarray(low, np.float32)
        self.high = self.low if high is None else np.asarray(high, np.float32)

    @classmethod
    def around(cls, *candidates):
        """The least and the greatest of arrays."""
        return cls(np.minimum.reduce(candidates), np.maximum.reduce(candidates))

    def __getitem__(self, place):
        return Between(self.low[place], self.high[place])

    def __add__(self, other):
        return Between(self.low + other.low, self.high + other.high)

    def __mul__(self, other):
        return Between.around(*(a * b for a in self.ends() for b in other.ends()))

    def __truediv__(self, other):
        return Between.around(*(a / b for a in self.ends() for b in other.ends()))

    def ends(self):
        return (self.low, self.high)

    def transposed(self):
        return Between(self.low.T, self.high.T)

    def tril(self):
        return Between(tril(self.low), tril(self.high))

    def rounded(self, kind):
        """Both ends rounded to another float type, as f32."""
        return Between(rounded(self.low, kind), rounded(self.high, kind))

    def rowsum(self):
        return Between(rowsum(self.low, "f32"), rowsum(self.high, "f32"))

    def dot(self, other, start=None):
        """The chain of dot over the ends."""
        shape = (self.low.shape[0], other.low.shape[1])
        chain = Between(np.zeros(shape, np.float32)) if start is None else start
        for k in range(self.low.shape[1]):
            pairs = [(a[:, k : k + 1], b[k : k + 1, :]) for a in self.ends() for b in other.ends()]
            chain = Between(np.minimum.reduce([fma_f32(a, b, chain.low) for a, b in pairs]),
                            np.maximum.reduce([fma_f32(a, b, chain.high) for a, b in pairs]))
        return chain


def exp(x):
    """The bounds of exp of an array of f32: steps around the correctly rounded result, exact where num-27 says."""
    x = np.asarray(x, np.float32)
    exact = np.exp(x.astype(np.float64))
    ends = [(exact * (1 - 2.0**-50)).astype(np.float32), (exact * (1 + 2.0**-50)).astype(np.float32)]
    for _ in range(EXP_ULP):
        ends = [np.maximum(np.nextafter(ends[0], np.float32(-np.inf)), np.float32(0)),
                np.nextafter(ends[1], np.float32(np.inf))]
    is_special = (x == 0) | np.isinf(x)
    return Between(*(np.where(is_special, exact, end) for end in ends))
