// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_f32(
    X: tensor<f32>[64], Y: tensor<f32>[64], Z: tensor<f32>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<f32>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = where(!q | f != x, max(min(x, f), 2.0), sqrt(f + z))
    O[1, t] = f32(i32(z / 0.0 * 0.5 / min(f * f, 2.0)))
    O[2, t] = (fma(z, x, x) - -x) / fma(x + x, sqrt(z), x + f) / (f32(where(p, i, i)) + 1.5)
    O[3, t] = x * x / (y + x) * f32(x + 0.1)
    O[4, t] = min(abs(sqrt(x + z) / ((f - x) * sqrt(z))), z * 1.5 / (z / 100.0) - where(q == q, f32(x), y - z) - where(!(p || p), f32(i >> (i & 31)), where(q | q, f32(f), y / z)))
    O[5, t] = f32(where(q, z, f) - -f)
    O[6, t] = -min(fma(sqrt(x) * (f / 100.0), --x, f32(i) - abs(x)), min(f, z) - x / f - 1e2)
    O[7, t] = abs((y + 0.0) * abs(y))
    O[8, t] = (z + f) / 1.5 * -(y / z) - -(f * f) / fma(y * z, where(q, y, y), f32(f))
    O[9, t] = -sqrt(abs(-y + (x - 0.0)))
    O[10, t] = (f + z) * min(y, 2.0) + -(z - y)
    O[11, t] = fma(-(y - y), (y - y) * where(p, z, y), f32(i + i))
    O[12, t] = -(fma(f / z, f32(f), -f) - 3)
    O[13, t] = max(where(p, y, y), 0.1) + (f + f) * (z / f)
    O[14, t] = min(-where(!p, f * x, max(z, z)) - (max(y, f) * (y + 1e2) - -(z / x)), f32((-i | min(i, i)) << (i / (i | 1) + (i << (i & 31)) & 31)))
    O[15, t] = f32((max(clz(i), i32(f)) + (abs(i) >> (i + i & 31))) % (clz(i >> (i & 31)) >> (i - i - (i << (i & 31)) & 31) | 1))
    O[16, t] = fma((f - x) / (f * z), abs(y) + -y, where(i > i, min(z, y), -f))
    O[17, t] = fma(sqrt(f32(i)) + 0.0, f32(max(max(f, 1e2), f32(x))), f32(where(q, x, y) / (y - x)))
    O[18, t] = where(f * f > x - 1e2 | (p || p) ^ f != 3, abs((y + f) * (y / z)), abs(max(x, x) + f * 100.0))
    O[19, t] = -(-f * (z + f) * (y * y * 0.1) - 2.0)
    O[20, t] = where(max(max(i + i, i32(y)), 7) < 1, f32(-max(y + z, f32(i))), f32(where(f / y != y / y, where(p || p, clz(i), 100), clz(i) + i32(x))))
    O[21, t] = (where(!p, where(p, y, x), min(x, z)) + (y + 2.0 + (f - x))) / -fma(f * z, max(f, x), f32(x)) - min(where(p == p, f32(z), abs(f)), -(y + x)) * f32(where(q, i, i) - 0x1f)
    O[22, t] = f32(max(f, z) + (y + z))
    O[23, t] = fma(f32(z / x), -x / (z / z), abs(where(p, y, 1.5))) * -(where(q, f, y) / -x)
}
