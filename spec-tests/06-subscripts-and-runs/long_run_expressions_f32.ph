// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_run_expressions_f32(
    X: tensor<f32>[68], Y: tensor<f32>[131], Z: tensor<f32>[71],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<f32>[16, 64]
) {
    let t = ctx.thread
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = sum(-(max(X[t :+ 5], Y[2 * t :+ 5]) / fma(Y[2 * t :+ 5], Y[2 * t :+ 5], X[t :+ 5])))
    O[1, t] = elem(where((p == p) != Z[t + 3 :+ 5] >= f, min(X[t :+ 5], Z[t + 3 :+ 5]) - (X[t :+ 5] + f), where(p != q, sqrt(f), where(q, Y[2 * t :+ 5], f))), t % 5)
    O[2, t] = sum(where(i < i | (q | q), X[t :+ 5] - Y[2 * t :+ 5] + min(f, X[t :+ 5]), f32(f) + -Z[t + 3 :+ 5]) * 100.0)
    O[3, t] = elem(Y[2 * t :+ 5] - X[t :+ 5] - (f + f) - -(f / 0.0), t % 5)
    O[4, t] = sum(f32(Z[t + 3 :+ 5] + Z[t + 3 :+ 5]) / (X[t :+ 5] / f * (Z[t + 3 :+ 5] / 0.5)))
    O[5, t] = elem(where(q, Z[t + 3 :+ 5], X[t :+ 5]) / 1.5, t % 5)
    O[6, t] = sum(f32((f + 3) / -Z[t + 3 :+ 5]))
    O[7, t] = elem(where(p == q | q == p, f32(X[t :+ 5] + Z[t + 3 :+ 5]), f32(i % (i | 1))), t % 5)
    O[8, t] = sum((where(p, Z[t + 3 :+ 5], f) + Z[t + 3 :+ 5] * f) / fma(where(q, Z[t + 3 :+ 5], f), Z[t + 3 :+ 5] + X[t :+ 5], f * X[t :+ 5]))
    O[9, t] = elem(where(q, Y[2 * t :+ 5], 0.5) * (Y[2 * t :+ 5] - Z[t + 3 :+ 5]), t % 5)
    O[10, t] = sum(where(Z[t + 3 :+ 5] != f ^ p != p, abs(Z[t + 3 :+ 5]) - -f, f32(Y[2 * t :+ 5]) + 0.0))
    O[11, t] = elem((abs(Y[2 * t :+ 5]) + 1.5 + (f32(i) - f / f)) * (Y[2 * t :+ 5] * Z[t + 3 :+ 5] * (Z[t + 3 :+ 5] - Y[2 * t :+ 5]) + (f / 0.0 - where(p, Z[t + 3 :+ 5], 1.5))), t % 5)
    O[12, t] = sum(fma((X[t :+ 5] - 0.1) * fma(f, Y[2 * t :+ 5], Z[t + 3 :+ 5]), -Z[t + 3 :+ 5] + (f - Z[t + 3 :+ 5]), f32(fma(f, Y[2 * t :+ 5], Z[t + 3 :+ 5]))))
    O[13, t] = elem(where(Y[2 * t :+ 5] > 0.5 ^ p & q, where(p & p, X[t :+ 5] / Z[t + 3 :+ 5], Z[t + 3 :+ 5] * Y[2 * t :+ 5]), where(i == i, f / f, f / Z[t + 3 :+ 5])), t % 5)
    O[14, t] = sum(max(sqrt(fma(Y[2 * t :+ 5], Y[2 * t :+ 5], f)) - (Z[t + 3 :+ 5] + 0.5) * (f * 0.0), where(p & q & !p, -(X[t :+ 5] / f), where(p == q, f32(X[t :+ 5]), where(q, f, X[t :+ 5])))))
    O[15, t] = elem(where(!(!p & f == Z[t + 3 :+ 5]), (f + 0.1) * (Y[2 * t :+ 5] - 100.0) - fma(f, Y[2 * t :+ 5], Z[t + 3 :+ 5]) / 1.5, f32(--Z[t + 3 :+ 5])), t % 5)
}
