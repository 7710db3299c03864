// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_u8(
    X: tensor<u8>[64], Y: tensor<u8>[64], Z: tensor<u8>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<u8>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = u8(sqrt(f) + 0.0) * ~(x >> (i & 7) << (y % (y | 1) & 7))
    O[1, t] = abs(max(-where(p, y, x), x << (i & 7) ^ x + x)) % (u8(y >> (z & 7) << (i << (i & 31) & 7) ^ (x << (z & 7) ^ -y)) | 1)
    O[2, t] = where(!!p, -y + (x + 1), x % (x | 1) >> (y >> (i & 7) & 7))
    O[3, t] = u8((~i >> (i / (i | 1) & 31)) - 1_0)
    O[4, t] = u8((where(p, z, z) + (x << (i & 7)) << (i32(f / f) & 7)) % ((abs(z) - 100) * 1 | 1))
    O[5, t] = abs(u8(y % (x | 1)) + (x << (y & 7) << (i + i & 7)))
    O[6, t] = where(y <= y ^ (q && p), abs(x) >> ((z ^ y) & 7), (z << (x & 7)) - abs(y))
    O[7, t] = abs((min(z, y) - u8(f)) % (y - x + 7 | 1) << ((x / (z | 1) / (abs(y) | 1) | max(y, z) & x >> (x & 7)) & 7))
    O[8, t] = (z % (z | 1) << (where(p, i, i) & 7) ^ z / (x | 1) << ((i ^ i) & 7)) / (abs(min(y, x) - 3) | 1)
    O[9, t] = ((z % (y | 1) >> (min(y, z) & 7)) - abs(y) / (y & x | 1) << ((abs(x) ^ u8(i)) * 2 & 7)) + 100
    O[10, t] = -where(q && p, x >> (i & 7), y - 7)
    O[11, t] = where(-f == 0.0, u8(-f), y + 3 - (x << (y & 7))) & (u8(i) | (y | y)) >> (min(i & i, ~i) & 7)
    O[12, t] = u8(abs(-i / (i % (i | 1) | 1))) << ((max(i, i) >> (i / (i | 1) & 31)) * min(i << (i & 31), i32(x)) - min(i / (i | 1), max(i, 2)) % (-(i % (i | 1)) | 1) & 7)
    O[13, t] = u8(-(y - 0x1f) % (u8(i) * (z >> (i & 7)) | 1) - (x ^ z) * (x + 100) / (where(q == q, abs(z), where(p, x, y)) | 1))
    O[14, t] = (u8(f + f) + 1_0) / (max(where(p, z, z), x << (i & 7)) | -(z ^ z) | 1)
    O[15, t] = min((where(p, x, z) << (i * 1 & 7)) + 0x1f, max(u8(f) >> ((i | i) & 7), abs(x / (z | 1))))
    O[16, t] = u8(i / (i | 1)) + abs(z ^ x)
    O[17, t] = ((z >> (z & 7) >> (y / (z | 1) & 7)) - ((x << (z & 7)) - where(q, y, x)) ^ 100) >> (popcount((z / (z | 1) + (x + 2)) % (y >> (x & 7) | min(x, z) | 1)) & 7)
    O[18, t] = max(u8(f32(i)) - 1, abs(~(x ^ 0x1f))) % (~(z >> (i & 7)) << (i % (i | 1) + where(p, i, i) & 7) >> ((max(z, x) << (i >> (i & 31) & 7)) + max(x % (x | 1), y - y) & 7) | 1)
    O[19, t] = max(max(x, y), ~y) >> (where(y < y, where(q, x, x), where(p, y, 7)) & 7)
    O[20, t] = min(where(f < f & f < f, -z + max(z, x), 2), 7)
    O[21, t] = where(-i + (i << (i & 31)) <= abs(i - 2), u8(i32(f)) % (where(p, z, 2) + -y | 1), u8(abs(i << (i & 31))))
    O[22, t] = (z / (z | 1) << (max(y, z) & 7)) / (u8(f) & where(p, z, 7) | 1) & u8(-where(p, y, z))
    O[23, t] = (min(y, x) + 100 + 2) / (abs(x) >> (x * y & 7) << ((i << (i & 31)) * 2 & 7) | 1)
}
