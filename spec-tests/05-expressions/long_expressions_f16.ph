// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_f16(
    X: tensor<f16>[64], Y: tensor<f16>[64], Z: tensor<f16>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<f16>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = abs(f16(fma(where(p, x, z), f16(y), abs(y)))) - ((y + x - where(q, z, 1e2)) * (min(x, x) * (y - x)) - (z * z - 3) / (y * 3 / -x))
    O[1, t] = -(-x + 1.5) - where(y > x, min(y, 100.0), sqrt(z)) * max(x - y, min(x, z))
    O[2, t] = where(!(i + i != i - i & (!q & i > i)), min(z * x, min(x, y)) / (f16(i) / sqrt(x)) * 0.5, f16(max(abs(where(p, x, x)), f16(f) * sqrt(x))))
    O[3, t] = where(f == 1e2 || i >= i, sqrt(-z), (z - x) * where(q, z, y))
    O[4, t] = -(x / y) + where(p || q, z - y, where(q, x, 0.1))
    O[5, t] = sqrt(sqrt((x + z) * 0.1))
    O[6, t] = max(where(f <= f, x / 1e2, 1e2) + (f16(f) + abs(z)), 0.1) - where((!p != (q != q)) == ((q && q) != (q && p)), (max(z, z) - y * y) * f16(-f), min(-fma(y, x, y), 0.5))
    O[7, t] = -fma(f16(i), z - x, y * z) - min(z + x + where(p, z, z), fma(where(p, x, z), f16(z), z - z))
    O[8, t] = min(-fma(where(q, z, x), y / z, z * z), -min(f16(x), fma(z, z, z)))
    O[9, t] = x * 100.0 / 0.1 / 1e2
    O[10, t] = min(-(z + 2.0), where(q, x, 0.1) * (x - x))
    O[11, t] = min(max(y, z) - y * x - f16(where(q, y, y)), 1e2) / (where(where(p, f, f) < max(f, 2.0), abs(x) * (y - z), where(p || p, -z, -z)) - 2.0)
    O[12, t] = sqrt(where(p, z, z) * (y + x)) / ((z + x) * -z + max(sqrt(x), 1.5))
    O[13, t] = where(!(f + f <= 0.5), (x * x + abs(z)) * where(p | q, z * x, min(y, x)), 0.5)
    O[14, t] = where(((q || p) && (p || q)) ^ i > i != (q || q), min(abs(z - x), y / z * (x * y)), fma(f16(i + 1), (z + z) * (z + x), fma(y + 1.5, where(q, z, x), z / z)))
    O[15, t] = min(where(f / f + min(f, 100.0) <= where(p, f, f) / (f + f), -max(z - x, y * y), abs(sqrt(y)) / -(x - z)), -abs(max(-z, -y)))
    O[16, t] = abs(min(z / x, sqrt(y)) - min(y - y, -x))
    O[17, t] = where(z / x != x * x, abs(f16(z)), where(y < z, x - z, x / x)) + (fma(y, y, z) * (z / z) - z * x / (y + y))
    O[18, t] = min(where(q ^ q, x - z, -x) / (min(z, x) * (x * 0.0)), 100.0)
    O[19, t] = max(f16(i & i) + 0.1, (-y + 3) / 1.5)
    O[20, t] = where(!(q | q), z - 0.5 - abs(y), min(z, x) - f16(f)) / (where(p, x, x) / (x / z) + where(q == q, where(q, x, z), sqrt(z)))
    O[21, t] = where(f < f ^ !q, fma(z / x, f16(f), z * y), y * y - x / 0.5) / 3
    O[22, t] = f16(min(z, y) * (x * x)) / -where(x > y, x * z, where(q, x, x))
    O[23, t] = -max(max(-f16(z), where(y == 0.5, where(p, y, z), z / z)), where(p | p, x * 0.5, y * z) * --z)
}
