// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_run_expressions_i8(
    X: tensor<i8>[68], Y: tensor<i8>[131], Z: tensor<i8>[71],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<i8>[16, 64]
) {
    let t = ctx.thread
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = sum(i8(i) ^ where(q, Y[2 * t :+ 5], X[t :+ 5]))
    O[1, t] = elem(i8(-X[t :+ 5] / (Y[2 * t :+ 5] | Y[2 * t :+ 5] | 1) << ((X[t :+ 5] >> (i & 7)) + 0x1f & 7)), t % 5)
    O[2, t] = sum(X[t :+ 5] >> (i & 7) >> (~i & 7) & (abs(Y[2 * t :+ 5]) ^ X[t :+ 5] - X[t :+ 5]))
    O[3, t] = elem(abs(Y[2 * t :+ 5] + Y[2 * t :+ 5]), t % 5)
    O[4, t] = sum((Z[t + 3 :+ 5] << (i & 7)) % (Y[2 * t :+ 5] - 0x1f | 1))
    O[5, t] = elem(where(p == q, Z[t + 3 :+ 5] + 7, Y[2 * t :+ 5] - X[t :+ 5]), t % 5)
    O[6, t] = sum(where(!p, X[t :+ 5] >> (X[t :+ 5] & 7), where(q, Z[t + 3 :+ 5], Z[t + 3 :+ 5])) + 100)
    O[7, t] = elem(where(p, Y[2 * t :+ 5], 1) - (Y[2 * t :+ 5] + 3) & 3, t % 5)
    O[8, t] = sum(abs(where(q, Y[2 * t :+ 5], Y[2 * t :+ 5]) - 2))
    O[9, t] = elem(X[t :+ 5] + Y[2 * t :+ 5] + -Z[t + 3 :+ 5] + abs(Z[t + 3 :+ 5] * 2), t % 5)
    O[10, t] = sum(Y[2 * t :+ 5] / (Z[t + 3 :+ 5] | 1) * (Y[2 * t :+ 5] / (X[t :+ 5] | 1)) >> (clz(X[t :+ 5] / (X[t :+ 5] | 1)) & 7))
    O[11, t] = elem(i8(f + f) % (X[t :+ 5] + 3 >> (abs(Y[2 * t :+ 5]) & 7) | 1), t % 5)
    O[12, t] = sum(i8(i32(Y[2 * t :+ 5])))
    O[13, t] = elem(min(X[t :+ 5] & Z[t + 3 :+ 5], i8(f)) + (where(q, X[t :+ 5], X[t :+ 5]) >> (max(Y[2 * t :+ 5], 7) & 7)), t % 5)
    O[14, t] = sum(abs(abs(X[t :+ 5] + 10)))
    O[15, t] = elem(-where(p, Z[t + 3 :+ 5], Y[2 * t :+ 5]) >> (i8(where(p, i, i)) & 7), t % 5)
}
