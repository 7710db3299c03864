// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_run_expressions_bf16(
    X: tensor<bf16>[68], Y: tensor<bf16>[131], Z: tensor<bf16>[71],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<bf16>[16, 64]
) {
    let t = ctx.thread
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = sum(where(!(f >= f), where(f <= f, where(q, X[t :+ 5], Y[2 * t :+ 5]), abs(Z[t + 3 :+ 5])), X[t :+ 5] / X[t :+ 5] / (Y[2 * t :+ 5] + 3)))
    O[1, t] = elem(-sqrt(max(Z[t + 3 :+ 5], Y[2 * t :+ 5])), t % 5)
    O[2, t] = sum(-bf16(f32(X[t :+ 5]) / 3))
    O[3, t] = elem(sqrt(bf16(X[t :+ 5] / X[t :+ 5]) + (bf16(i) - (Z[t + 3 :+ 5] + X[t :+ 5]))), t % 5)
    O[4, t] = sum(abs(fma(bf16(i | i), max(X[t :+ 5], Z[t + 3 :+ 5]) * where(p, X[t :+ 5], Y[2 * t :+ 5]), (Z[t + 3 :+ 5] + 1.5) * 0.1)))
    O[5, t] = elem(where(f >= f, max(X[t :+ 5], Y[2 * t :+ 5]), X[t :+ 5] + 0.5), t % 5)
    O[6, t] = sum(bf16(min(Z[t + 3 :+ 5], Y[2 * t :+ 5]) - X[t :+ 5] * X[t :+ 5]))
    O[7, t] = elem(-(X[t :+ 5] * Y[2 * t :+ 5]) - 2.0, t % 5)
    O[8, t] = sum(max(-Y[2 * t :+ 5] * where(p, Z[t + 3 :+ 5], Y[2 * t :+ 5]), min(X[t :+ 5], Z[t + 3 :+ 5]) / 1.5))
    O[9, t] = elem(bf16(fma(abs(f * f), where(p, f, f) / fma(f, f, f), f32(X[t :+ 5] * Y[2 * t :+ 5]))), t % 5)
    O[10, t] = sum(min(bf16(i % (i | 1)), abs(Z[t + 3 :+ 5] * X[t :+ 5])))
    O[11, t] = elem((max(Z[t + 3 :+ 5] - 2.0, 0.1) - --X[t :+ 5]) * max(abs(Y[2 * t :+ 5] - X[t :+ 5]), where(p == p, bf16(Z[t + 3 :+ 5]), sqrt(X[t :+ 5]))), t % 5)
    O[12, t] = sum(bf16(min(-bf16(f), max(Z[t + 3 :+ 5] - Z[t + 3 :+ 5], 1e2))))
    O[13, t] = elem(min(X[t :+ 5] - 0.5, abs(Y[2 * t :+ 5])), t % 5)
    O[14, t] = sum((X[t :+ 5] / 0.0 - 1e2) / fma(min(Z[t + 3 :+ 5], Z[t + 3 :+ 5]), X[t :+ 5] + X[t :+ 5], -Z[t + 3 :+ 5]))
    O[15, t] = elem(bf16(f) / (Y[2 * t :+ 5] / X[t :+ 5]), t % 5)
}
