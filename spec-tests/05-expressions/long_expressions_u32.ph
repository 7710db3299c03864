// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_u32(
    X: tensor<u32>[64], Y: tensor<u32>[64], Z: tensor<u32>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<u32>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = max(u32(i + i | 1), (u32(i) ^ where(p, x, y)) + ~(y + 1))
    O[1, t] = where(max(y, x) != y % (z | 1), max(x << (i & 31), 1), z >> (y & 31) << (where(q, i, i) & 31)) % (-(max(x, 3) / (where(p, x, y) | 1)) | 1)
    O[2, t] = min(min(x >> (y & 31) ^ where(p, x, y), min(z & x, max(z, z))), min(where(q || p, x >> (x & 31), y + y), abs(x) / (abs(y) | 1))) ^ 0x1f
    O[3, t] = min(u32(x & y) | u32(z >> (i & 31)), min(y, 3) + (z << (i & 31)) << (i - i - 1_0 & 31)) / (-~(z >> (z & 31) ^ y / (x | 1)) | 1)
    O[4, t] = u32(~i) + (u32(z) << (x % (y | 1) & 31)) - max((x >> (i & 31)) + (x - 0x1f), 100)
    O[5, t] = (abs(z) ^ z % (x | 1)) * (where(p, x, z) ^ where(q, y, x)) | y % (y | 1) / (x << (i & 31) | 1) * 1_0
    O[6, t] = min((x ^ 1) % (y + z | 1) + where(!q, z ^ x, where(q, x, x)) >> (u32(i32(f + f)) & 31), where(!(p != q && !p), (y / (z | 1) | abs(x)) ^ ~(x * x), u32(f32(x) * 0.5)))
    O[7, t] = (z << (y & 31)) % (min(y, 2) | 1) + (x + z - (y << (y & 31)))
    O[8, t] = -x * (x / (x | 1)) << (abs(abs(i)) & 31)
    O[9, t] = abs(max(u32(f), y & z))
    O[10, t] = u32(min(min(fma(f, f, f), where(p, f, f)), abs(f) - -f)) - 2
    O[11, t] = ~~y << ((i ^ i) >> (i / (i | 1) & 31) & 31) << (min(min(i, i) >> (i & i & 31), i32(y - 1_0)) & 31)
    O[12, t] = z * 10 - (y - 10) + min(y + z, -x) >> (abs(where(!p, i + 1_0, i | i)) & 31)
    O[13, t] = (y | y | where(p, y, x)) << ((z / (x | 1) | ~z) & 31)
    O[14, t] = abs(x | z) * ((z & x) >> (i32(f) & 31)) - 0x1f
    O[15, t] = y * y / (max(x, z) | 1) << (where(p || p, u32(y), where(q, y, 1_0)) & 31) << (i32(x % (x | 1)) + i32(where(q, f, 3)) & 31)
    O[16, t] = u32(-(z / (x | 1) - (z - z)))
    O[17, t] = where(!q && p == p, y << (y & 31) >> (max(x, 10) & 31), y >> (x & 31) >> (abs(i) & 31))
    O[18, t] = min(where(f > 1e2, z >> (x & 31), min(x, x)), y % (x | 1) % (where(q, z, z) | 1)) + where(!(p != q), u32(i >> (i & 31)), z % (y | 1) / (abs(z) | 1))
    O[19, t] = z % (z | 1) * abs(y) % (y * x * 2 | 1) / (((x | y) - 2) % ((x << (y & 31)) % (x * y | 1) | 1) | 1)
    O[20, t] = y + 10 - z * x << (max(y - 2, u32(f)) & 31) ^ (u32(i) | x >> (z & 31)) + where(f <= f, y ^ y, 3)
    O[21, t] = y % (x | 1) * (x & z) + u32(y) % (z << (x & 31) | 1)
    O[22, t] = max(max(z, z) << (u32(y) & 31), min(where(p, y, z), y % (y | 1))) * (-(x & x) | u32(min(f, f)))
    O[23, t] = min(abs(where(q, x, y) | z - x), z - z >> (z / (z | 1) & 31) >> (-(y * y) & 31))
}
