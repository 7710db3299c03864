// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_i64(
    X: tensor<i64>[64], Y: tensor<i64>[64], Z: tensor<i64>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<i64>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = -min(i64(i), where(p, z, y))
    O[1, t] = where(q, y, y) * (x >> (i & 63)) + ((x >> (x & 63)) - where(p, z, x))
    O[2, t] = where(((q != q) == !q) == (f / f != f * f), i64(i32(i >> (i & 31))), 100)
    O[3, t] = max(min(-y, i64(z)), where(f > f, z / (z | 1), x & z))
    O[4, t] = min(max(z >> (x & 63), z >> (y & 63)) * max(~x, z & y), (z & z) % (min(z, y) | 1) << (min(z ^ z, 1) & 63)) % (~(i64(max(f, 1e2)) >> (i32(where(p, i, i)) & 63)) | 1)
    O[5, t] = where(f32(z) != f + f, abs(where(q, x, x)), 1) + max(z * y | min(z, z), where(i >= i, abs(x), z + z))
    O[6, t] = -max(-z ^ i64(i), max(x ^ z, x + x))
    O[7, t] = i64(where(q || q, i * i, i << (i & 31)) / (min(i * i, i32(i)) | 1))
    O[8, t] = ~y / (z & 10 | 1) >> ((i | i) * (i / (i | 1)) & 63) ^ -(y >> (i & 63)) << (popcount(z) << ((i ^ 0x1f) & 31) & 63)
    O[9, t] = z - y - (x ^ y) - abs(max(z, y)) << (~max(i, i) >> (~where(p, i, i) & 31) & 63)
    O[10, t] = ~(abs(~y) * (abs(z) / (max(y, 10) | 1)))
    O[11, t] = where(abs(i) > i32(f), max(max(z, x), y / (z | 1)), abs(z & 2))
    O[12, t] = (i64(f) | 3 | abs(y ^ y)) * 1 - ((z & x) % (x + z | 1) - i64(i + i) >> (where(!q, x | 2, x >> (x & 63)) >> (abs(x << (x & 63)) & 63) & 63))
    O[13, t] = max(abs(x) << (i % (i | 1) & 63), (y + x) / (z >> (i & 63) | 1))
    O[14, t] = (where(!q, where(p, y, x), where(q, x, y)) << (z << (i & 63) >> (i64(f) & 63) & 63) | 1) << (where(!!(i == 100), i64(abs(z % (y | 1))), 10) & 63)
    O[15, t] = i64(-y) >> (-i + i32(y) & 63)
    O[16, t] = i64(max(i64(f) >> (~i & 63), 0x1f))
    O[17, t] = where(p != q, abs(y), z - 0x1f) * ((x >> (i & 63)) / (z * x | 1))
    O[18, t] = i64(i >> (i & 31)) + (-x << (min(i, i) & 63)) ^ 10
    O[19, t] = (where(q, z, 2) << (i << (i & 31) & 63)) - 0x1f + i64(i * i >> (i + i & 31))
    O[20, t] = ~(abs(y) / (z - x | 1))
    O[21, t] = (where(p, x, x) << ((z ^ x) & 63) << (max(i64(f), where(p, y, y)) & 63)) / (where(!q | y < y, min(z, 7) & x % (y | 1), -x >> (i32(x) & 63)) | 1)
    O[22, t] = (where(q, x, y) - z / (y | 1) ^ where(p & q, y >> (i & 63), 1_0)) % (where((q | p) ^ !p, i64(z) * where(p, y, z), abs(y - x)) | 1)
    O[23, t] = i64(max(min(f, 0.1), f / f)) << (i - 10 - i / (i | 1) >> (i32(i64(f)) & 31) & 63)
}
