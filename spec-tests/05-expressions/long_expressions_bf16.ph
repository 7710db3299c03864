// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_bf16(
    X: tensor<bf16>[64], Y: tensor<bf16>[64], Z: tensor<bf16>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<bf16>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = (max(z * y, abs(y)) - 100.0) / bf16(-x - where(q, y, z)) + fma(bf16(i32(-z)), fma(y + 0.1, z / x, x + 1e2) / fma(z * 0.1, where(p, x, z), where(p, y, x)), -sqrt(x / y))
    O[1, t] = -(y / 1.5 / bf16(y)) + 0.5 - min(abs(x * z), bf16(i << (i & 31))) / (where(!q, sqrt(x), where(q, x, z)) / fma(sqrt(y), where(p, x, y), max(x, x)))
    O[2, t] = -(where(p, z, x) / (x / y) * (bf16(y) * abs(z)))
    O[3, t] = abs(where(q, x, x) - sqrt(y) + (z - y) * sqrt(x) - where((p || p) != (p && q), (y + y) * (z - z), 1e2))
    O[4, t] = fma((x * 0.1 + (y - 1e2)) / (where(q, x, x) + 0.1), where(i <= 1_0 == (q ^ p), x * y + 100.0, -z / (x / x)), (y / z - 1.5) * where(i == i, y + x, z + y))
    O[5, t] = bf16(fma(max(z, 1.5), y / y, bf16(i)) * 100.0)
    O[6, t] = -abs(-z) + (sqrt(min(x, x)) + -abs(x))
    O[7, t] = min(where(f > f == (p | p), -(x / z), where(p != p, y - x, z * z)), min(z + x + (z - z), 0.5))
    O[8, t] = -(x / 0.5 * where(p, x, z) + sqrt(where(q, z, 0.5)))
    O[9, t] = (z - x) / fma(y, z, y) * where(p == q, bf16(f), where(p, x, y)) / (where(p, z, z) * 1.5 * min(y - y, min(z, x)))
    O[10, t] = bf16(bf16(fma(x + x, bf16(z), where(q, z, y))))
    O[11, t] = max(fma(x * 1.5, min(y, z), where(p, z, x)) / (x / x / -y), z * 2.0 * 2.0 / max(-z, min(x, 3)))
    O[12, t] = where((i <= i || f != f) == (q & q ^ z <= y), bf16(where(q ^ q, where(p, f, f), f - 100.0)), abs(x) * (x - x) / (min(x, 0.0) + fma(x, z, z)))
    O[13, t] = where(q, y, y) * (x - 1e2) + sqrt(x) / -x
    O[14, t] = bf16(i * i) - min(y - x, 2.0)
    O[15, t] = abs(min(min(x, 1e2), 1e2)) - (where(p == p, -x, z + x) - (y - z) / bf16(f))
    O[16, t] = where(!q || y != y, where(!q, z + 0.5, where(p, z, 1.5)), bf16(min(i, 0x1f)))
    O[17, t] = bf16(min(fma(f, f, f), where(p, f, f))) - (min(bf16(i), z / z) - 1.5) - bf16(-y * where(p, x, x)) * bf16(abs(f * 1e2))
    O[18, t] = bf16(where(f != f ^ (p ^ q), sqrt(f32(x)), f32(x + 2.0)))
    O[19, t] = z * z * (y / y) + bf16(f - 100.0) + fma(z + 0.5, sqrt(y), bf16(z)) / bf16(-x)
    O[20, t] = bf16(bf16(y) + y / z) + 2.0 - min(-where(p, z, z) - where(p || q, z + z, max(z, x)), (y + z) / (z * x) * where(f != f, -x, -x))
    O[21, t] = bf16(-((i >> (i & 31)) + 1))
    O[22, t] = -(bf16(i) * where(q, x, 2.0))
    O[23, t] = (where(x == y, y - z, max(y, z)) + where(p, y, x) * 0.0) * -min(bf16(x), z * z)
}
