// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_i8(
    X: tensor<i8>[64], Y: tensor<i8>[64], Z: tensor<i8>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<i8>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = -(i8(f) + (z << (z & 7)) | i8(i) << (i << (i & 31) & 7))
    O[1, t] = where((f + f) * (f * f) >= 0.5, max(i8(y) << (i >> (i & 31) & 7), max(z, y) >> (x & 10 & 7)), (x + 3 << (x - y & 7)) / ((x << (y & 7)) / (x - x | 1) | 1))
    O[2, t] = -((y ^ x) + (y | 1)) << ((i / (i | 1) - (i << (i & 31))) / (clz(x >> (i & 7)) | 1) & 7)
    O[3, t] = i8(max(abs(f) * min(f, f), -f / (f * f)))
    O[4, t] = ~abs(i8(f)) >> (~((i | 10) << (abs(i) & 31)) & 7)
    O[5, t] = (~where(p, y, z) >> (~i - (i << (i & 31)) & 7) & (i8(z) << ((i ^ 100) & 7)) * i8(fma(f, f, f))) - (min(min(x ^ z, 3), abs(y << (z & 7))) - ~i8(popcount(z)))
    O[6, t] = max(where(p | q, i8(i), x >> (i & 7)), z / (y | 1) * where(q, z, z)) & i8(where(q != q, f / f, -f))
    O[7, t] = i8(i8(min(where(p, f, f), f32(i))) / (min(where(q, z, z) - abs(z), y + 2 | 100) | 1))
    O[8, t] = -(~y - 0x1f) << ((i8(max(i, i)) ^ 1_0) & 7)
    O[9, t] = (x / (y | 1) | 1) + (y + x + 7) ^ where(!q | (q || p), (x & y) * where(p, y, z), ~min(y, x))
    O[10, t] = i8(max((z >> (y & 7)) / (i8(f) | 1), y + x + max(x, z)))
    O[11, t] = i8(-i8(x + z) >> (-(i / (i | 1) & where(q, i, i)) & 7))
    O[12, t] = abs(where(q & q, z - y, 3))
    O[13, t] = i8(i8(where(q && q, i % (i | 1), i - i)) << (-where(q, i, i) >> (min(i32(i), i32(i)) & 31) & 7))
    O[14, t] = abs(abs(z)) % (abs(y) & 2 | 1)
    O[15, t] = where(!(q | q) | !!p, max(~y, 3) + (z + z - abs(x)), 0x1f) / (-i8(i) % (y * x - 1 | 1) << ((abs(x) % (min(z, x) | 1) | 10) & 7) | 1)
    O[16, t] = where(p, y, y) - (x - y) + (i8(f) ^ -y) - (~(y | z) + ((z << (i & 7)) + x % (x | 1)))
    O[17, t] = z << (i & 7) << ((i ^ 1) & 7) << (y / (z | 1) / (y / (x | 1) | 1) & 7)
    O[18, t] = abs(y) / (y << (y & 7) | 1) / (i8(i - 1_0) | 1)
    O[19, t] = (x << (i & 7) << ((i | i) & 7) | max(x, y) & 2) << ((abs(i) - (i >> (i & 31))) % (where(p ^ p, max(i, i), i / (i | 1)) | 1) & 7)
    O[20, t] = i8(~where(q, i, i) / (i32(y) / (where(p, i, i) | 1) | 1))
    O[21, t] = -max(~z - (z << (i & 7)) | z + y >> (where(q, y, z) & 7), 2)
    O[22, t] = (i8(f32(f)) ^ where(p != q, -y, z | x)) - (min(y, x) / (i8(y) | 1) - 100)
    O[23, t] = ((x | 10) >> (z & y & 7)) % (max(y << (i & 7), abs(x)) | 1) / (where(p, z, z) - max(z, 1_0) >> ((abs(x) | x + x) & 7) | 1)
}
