// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_run_expressions_f16(
    X: tensor<f16>[68], Y: tensor<f16>[131], Z: tensor<f16>[71],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<f16>[16, 64]
) {
    let t = ctx.thread
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = sum(fma(X[t :+ 5], Z[t + 3 :+ 5], Z[t + 3 :+ 5]) / 100.0)
    O[1, t] = elem(f16(f + 0.1) + min(sqrt(Y[2 * t :+ 5]), X[t :+ 5] / Y[2 * t :+ 5]), t % 5)
    O[2, t] = sum(--Z[t + 3 :+ 5] / f16(max(Y[2 * t :+ 5], Y[2 * t :+ 5])))
    O[3, t] = elem(f16(Z[t + 3 :+ 5] + X[t :+ 5]), t % 5)
    O[4, t] = sum(abs(f16(where(q, Y[2 * t :+ 5], Y[2 * t :+ 5]))))
    O[5, t] = elem((Z[t + 3 :+ 5] - Z[t + 3 :+ 5] - abs(Z[t + 3 :+ 5])) * fma(where(q, X[t :+ 5], Y[2 * t :+ 5]), f16(i), where(p, Y[2 * t :+ 5], Y[2 * t :+ 5])), t % 5)
    O[6, t] = sum(f16(Y[2 * t :+ 5]) - (X[t :+ 5] - Z[t + 3 :+ 5]))
    O[7, t] = elem(fma(X[t :+ 5], Z[t + 3 :+ 5], X[t :+ 5]) / f16(X[t :+ 5]) - where(p != q, Z[t + 3 :+ 5] - Y[2 * t :+ 5], Y[2 * t :+ 5] / Z[t + 3 :+ 5]), t % 5)
    O[8, t] = sum(where(i > i, where(p, Z[t + 3 :+ 5], Y[2 * t :+ 5]), Y[2 * t :+ 5] - Y[2 * t :+ 5]) / (fma(X[t :+ 5], Z[t + 3 :+ 5], X[t :+ 5]) + -X[t :+ 5]) * 100.0)
    O[9, t] = elem(max(Y[2 * t :+ 5], Y[2 * t :+ 5]) - 2.0 - -(Z[t + 3 :+ 5] * Y[2 * t :+ 5]), t % 5)
    O[10, t] = sum(min(fma(where(p, X[t :+ 5], X[t :+ 5]), -Y[2 * t :+ 5], Z[t + 3 :+ 5] / Z[t + 3 :+ 5]), -max(Y[2 * t :+ 5], X[t :+ 5])))
    O[11, t] = elem(where(f < f, -Z[t + 3 :+ 5], 2.0), t % 5)
    O[12, t] = sum(sqrt(X[t :+ 5] / Y[2 * t :+ 5]) / (where(p, X[t :+ 5], 0.5) * (X[t :+ 5] * Z[t + 3 :+ 5])))
    O[13, t] = elem(f16(i) * where(q, Z[t + 3 :+ 5], Z[t + 3 :+ 5]), t % 5)
    O[14, t] = sum(f16(min(f, 0.0)) - abs(Z[t + 3 :+ 5] * X[t :+ 5]))
    O[15, t] = elem(sqrt(min(X[t :+ 5], Z[t + 3 :+ 5]) / (X[t :+ 5] + Y[2 * t :+ 5])), t % 5)
}
