// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_run_expressions_i32(
    X: tensor<i32>[68], Y: tensor<i32>[131], Z: tensor<i32>[71],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<i32>[16, 64]
) {
    let t = ctx.thread
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = sum(abs(Y[2 * t :+ 5]) % (min(Z[t + 3 :+ 5], 1) | 1) % ((X[t :+ 5] - i) / (min(Y[2 * t :+ 5], X[t :+ 5]) | 1) | 1))
    O[1, t] = elem(popcount(where(f <= f != (p | q), min(Y[2 * t :+ 5], 1) / (Z[t + 3 :+ 5] >> (Y[2 * t :+ 5] & 31) | 1), where(q == q, clz(X[t :+ 5]), ~X[t :+ 5]))), t % 5)
    O[2, t] = sum(i32(Z[t + 3 :+ 5] % (i | 1) << (where(p, Y[2 * t :+ 5], i) & 31)))
    O[3, t] = elem((i32(X[t :+ 5]) ^ where(q, Y[2 * t :+ 5], Z[t + 3 :+ 5])) << (X[t :+ 5] % (Z[t + 3 :+ 5] | 1) << (Y[2 * t :+ 5] & i & 31) & 31), t % 5)
    O[4, t] = sum(where(where(p, X[t :+ 5], i) != abs(Y[2 * t :+ 5]), where(X[t :+ 5] >= i, where(q, Y[2 * t :+ 5], 10), Z[t + 3 :+ 5] + 100), i32(i) + where(p, Y[2 * t :+ 5], Y[2 * t :+ 5])))
    O[5, t] = elem(where(Z[t + 3 :+ 5] >> (Z[t + 3 :+ 5] & 31) >= (X[t :+ 5] | 7), -where(p, Y[2 * t :+ 5], 0x1f), i32(clz(X[t :+ 5]))), t % 5)
    O[6, t] = sum(i32(X[t :+ 5]) >> (abs(X[t :+ 5]) & 31) >> (min(X[t :+ 5], Y[2 * t :+ 5]) * (X[t :+ 5] + 0x1f) & 31))
    O[7, t] = elem(i32(i32(where(p, i, Y[2 * t :+ 5])) - (-Y[2 * t :+ 5] << (Z[t + 3 :+ 5] - X[t :+ 5] & 31))), t % 5)
    O[8, t] = sum(max(min(min(Y[2 * t :+ 5], Y[2 * t :+ 5]), i + 2), X[t :+ 5] + 1 ^ Y[2 * t :+ 5] / (i | 1)))
    O[9, t] = elem(clz(where(p, X[t :+ 5], X[t :+ 5])), t % 5)
    O[10, t] = sum(-(Y[2 * t :+ 5] >> (X[t :+ 5] & 31)) % (Y[2 * t :+ 5] * i + max(i, i) | 1))
    O[11, t] = elem(-~Y[2 * t :+ 5] % (~(Y[2 * t :+ 5] >> (X[t :+ 5] & 31)) | 1), t % 5)
    O[12, t] = sum(abs(Z[t + 3 :+ 5] | Z[t + 3 :+ 5]))
    O[13, t] = elem(where(Y[2 * t :+ 5] != Y[2 * t :+ 5], X[t :+ 5] - Y[2 * t :+ 5], i32(f)), t % 5)
    O[14, t] = sum(where(p, Y[2 * t :+ 5], X[t :+ 5]) / (Y[2 * t :+ 5] << (Y[2 * t :+ 5] & 31) | 1))
    O[15, t] = elem(max(Y[2 * t :+ 5] + Z[t + 3 :+ 5], i + 100) + clz(-Y[2 * t :+ 5]), t % 5)
}
