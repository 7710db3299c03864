// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_f64(
    X: tensor<f64>[64], Y: tensor<f64>[64], Z: tensor<f64>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<f64>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = where(p == q ^ (p || q) || i == 1 & (q ^ p), min(fma(x, y, y) + where(p, x, y), where(i != i, z * x, where(q, y, 0.1))), 2.0)
    O[1, t] = abs(where(f == f, z + x, 3))
    O[2, t] = -(y + x + (x - y)) + -(-z + 100.0)
    O[3, t] = f64(-y) * where(q ^ p, -y, x - y)
    O[4, t] = max(fma(x / y, f64(y), where(p, z, y)), abs(z) * abs(y)) + abs(min(y, z) - 0.0)
    O[5, t] = -where(((p || q) && !p) & (q | p || q != q), fma(y * x + where(q, y, z), -(y + y), (y + x) * (z * 0.5)), 1.5)
    O[6, t] = min(min(y, z), min(x, x)) * (abs(x) + min(y, z)) - (y * y / (z + 2.0) + where(i >= i, -x, x / 3))
    O[7, t] = abs(y) / fma(y, y, y) / where(f <= f, min(x, z), where(q, y, y)) - f64(where(p, x, 1e2) / abs(x))
    O[8, t] = min(z - y + fma(x, z, z) + where(p | p, fma(y, y, y), z + x), f64(f / f) * f64(f64(x)))
    O[9, t] = max(f64(fma(sqrt(z) * (y / y), where(p, x, 100.0) + x * 1e2, (y - y) / (z / y))), fma(abs(min(x, x)), f64(-x), sqrt(f64(f))) / f64(abs(f64(z))))
    O[10, t] = f64(i32(max(f, f) * (f / 0.0)) & i + i - (i >> (i & 31)) - i32(-i))
    O[11, t] = where(q || p, z / x, 2.0) * f64(-x) + 3
    O[12, t] = where(!!(q != q), (z + 3) / (z - x) + f64(f + 0.5), 3) + (f64(x) * 0.0 + (-z + abs(x))) / sqrt(x - 0.0 - f64(y))
    O[13, t] = min(where(f > f, sqrt(y), where(p, z, 3)), 100.0)
    O[14, t] = where((q || p) | f >= f, x / z / where(p, z, x), min(-y, x * y))
    O[15, t] = f64((i ^ i) + where(p, i, i))
    O[16, t] = max(f64(min(x, y)) + 100.0, min(x / z, where(q, z, 2.0)) - where(!p, z * 0.1, x * 1e2))
    O[17, t] = -(fma(y - x, x + 0.0, where(q, z, z)) * 0.5)
    O[18, t] = max(max(x, x) * max(y, y) * (abs(x) / (x - x)) + (x / y + 100.0 + 0.1), fma(sqrt(f64(y)) * (-z + x * y), -min(z / 0.0, x + y), max(f64(f * 100.0), f64(y) - 0.1)))
    O[19, t] = where(where(p, i, i) == i << (i & 31), sqrt(-z), z / y * 0.5)
    O[20, t] = f64(-(abs(z) / (y / z)))
    O[21, t] = min(f64(i32(x + x)), 2.0)
    O[22, t] = min(f64(i) * 0.5, -x + 0.0) * -abs(f64(i))
    O[23, t] = -(f64(max(f32(f), f * 1e2)) - max(f64(sqrt(f)), abs(x) - y * x))
}
