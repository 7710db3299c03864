// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_i32(
    X: tensor<i32>[64], Y: tensor<i32>[64], Z: tensor<i32>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<i32>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = popcount(i32(z * x) + 7)
    O[1, t] = max(where(q != q, z * x, min(z, x)), i32(f) & (z | z))
    O[2, t] = min(abs(i) * 10, min(z, 10) % (z % (x | 1) | 1))
    O[3, t] = -((x | i) >> (min(y, y) & 31)) | (y << (x & 31)) - (x + x) & popcount(x) / (popcount(i) | 1)
    O[4, t] = i32((z + x) % (z / (z | 1) | 1) & i32(abs(i)))
    O[5, t] = popcount(-(~y << (x >> (y & 31) & 31)))
    O[6, t] = (i ^ i) % (y % (x | 1) | 1) % (max(z, 2) << (min(x, 7) & 31) | 1)
    O[7, t] = max(where(p, z, y), i % (i | 1)) * (popcount(z) * min(x, z))
    O[8, t] = ~(z | x) / (max(-y, abs(z)) | 1)
    O[9, t] = popcount((z / (x | 1) >> (-z & 31)) + (y >> (i & 31) << (x - y & 31)))
    O[10, t] = ~clz(i32(x)) & where(q || q, x * z, max(i, 1)) * (-z & i32(z))
    O[11, t] = min(where((x | x) / (i >> (i & 31) | 1) >= (x << (i & 31) | y - z), abs(where(x != x, x >> (i & 31), z & z)), (x + 3) % (abs(y) | 1) - where(q & p, min(z, y), 7)), 7)
    O[12, t] = (min(y / (y | 1), 3) ^ 3) + i32(-(x - x))
    O[13, t] = ~i32(abs(z)) * i32(min(x % (x | 1), y * i))
    O[14, t] = min(popcount(x) ^ (y ^ x), 10)
    O[15, t] = where(clz(x) + (x << (i & 31)) < popcount(y << (i & 31)), max(clz(min(x, i)), i32(min(z, y))), max((y ^ y) >> (x + i & 31), where(q != q, z | y, z - y)))
    O[16, t] = clz(where(q, x, z)) + 7 >> (max(~x + (y + x), where(f >= f, y / (x | 1), i - x)) & 31)
    O[17, t] = min(~where(f < 0.0 || !q, i32(f32(f)), (y & 10) / (z - y | 1)), abs(max(z, z)) + i32(min(f, f)) | max(-i, i ^ z) & (i - y) * (x - i))
    O[18, t] = min(where(i <= x && p == q, min(i - x, 0x1f), i32(y) << (i32(f) & 31)) / (max(where(y <= 2, y << (i & 31), x % (x | 1)), 3) | 1), 0x1f)
    O[19, t] = popcount((abs(i % (i | 1)) - (where(q, z, x) - i * y)) * 2)
    O[20, t] = min(i32(x), 3) >> (i32(f) - 10 & 31)
    O[21, t] = i32(where((q || q) | q ^ p, clz(-i), min(x, y) | ~x) - 0x1f)
    O[22, t] = abs(min(i * x, max(y, i)))
    O[23, t] = where(q == p || (p || q), i32(i) + popcount(z), x + i | where(p, z, z)) % (i32(max(z % (y | 1), i32(f))) | 1)
}
