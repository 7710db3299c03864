// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_run_expressions_f64(
    X: tensor<f64>[68], Y: tensor<f64>[131], Z: tensor<f64>[71],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<f64>[16, 64]
) {
    let t = ctx.thread
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = sum(where(i - i < i * i, X[t :+ 5] / Y[2 * t :+ 5] - X[t :+ 5] / Z[t + 3 :+ 5], where(p & p, fma(Z[t + 3 :+ 5], Z[t + 3 :+ 5], Y[2 * t :+ 5]), 0.0)))
    O[1, t] = elem(f64(where(p ^ p, i / (i | 1), 7)) - (fma(Z[t + 3 :+ 5], Y[2 * t :+ 5], Z[t + 3 :+ 5]) / 0.5 + 2.0), t % 5)
    O[2, t] = sum(min(Z[t + 3 :+ 5], Z[t + 3 :+ 5]) * f64(f))
    O[3, t] = elem(fma(sqrt(Z[t + 3 :+ 5]), Z[t + 3 :+ 5] * Z[t + 3 :+ 5], f64(f)) * abs(fma(Y[2 * t :+ 5], X[t :+ 5], Y[2 * t :+ 5])), t % 5)
    O[4, t] = sum(Y[2 * t :+ 5] - X[t :+ 5] - f64(f))
    O[5, t] = elem((Z[t + 3 :+ 5] + X[t :+ 5]) * (Z[t + 3 :+ 5] * 1e2) / max(Y[2 * t :+ 5] - Y[2 * t :+ 5], 3), t % 5)
    O[6, t] = sum(max(X[t :+ 5] - Y[2 * t :+ 5], Z[t + 3 :+ 5] - 2.0) - f64(where(p, X[t :+ 5], Y[2 * t :+ 5])))
    O[7, t] = elem(min(fma(Y[2 * t :+ 5] * Z[t + 3 :+ 5], X[t :+ 5] * X[t :+ 5], Y[2 * t :+ 5] / X[t :+ 5]), f64(f + f)), t % 5)
    O[8, t] = sum(X[t :+ 5] / Y[2 * t :+ 5] / abs(Z[t + 3 :+ 5]) * -(Z[t + 3 :+ 5] * Z[t + 3 :+ 5]) + max(X[t :+ 5], Y[2 * t :+ 5]) / 100.0 * (f64(f) - f64(i)))
    O[9, t] = elem(abs(-Z[t + 3 :+ 5]) / 1e2, t % 5)
    O[10, t] = sum(abs(Y[2 * t :+ 5]) - 2.0 + 0.5)
    O[11, t] = elem(-(Y[2 * t :+ 5] * Z[t + 3 :+ 5]), t % 5)
    O[12, t] = sum(abs(where(p != q, X[t :+ 5] + Z[t + 3 :+ 5], Z[t + 3 :+ 5] * X[t :+ 5])))
    O[13, t] = elem(min(Y[2 * t :+ 5] * X[t :+ 5], X[t :+ 5] / 0.0) + 3, t % 5)
    O[14, t] = sum(where(abs(i) != i << (i & 31), min(Z[t + 3 :+ 5], Z[t + 3 :+ 5]) / (X[t :+ 5] + Y[2 * t :+ 5]), f64(popcount(i))))
    O[15, t] = elem(min(Y[2 * t :+ 5] - Z[t + 3 :+ 5], Z[t + 3 :+ 5] + 0.0) - (X[t :+ 5] + X[t :+ 5] + 0.5), t % 5)
}
