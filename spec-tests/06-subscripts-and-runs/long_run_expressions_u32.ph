// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_run_expressions_u32(
    X: tensor<u32>[68], Y: tensor<u32>[131], Z: tensor<u32>[71],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<u32>[16, 64]
) {
    let t = ctx.thread
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = sum(where(((f != f) != X[t :+ 5] > Z[t + 3 :+ 5]) != (f >= f | i != 2), abs(X[t :+ 5]) / (Z[t + 3 :+ 5] + X[t :+ 5] | 1) ^ 7, 100))
    O[1, t] = elem(min(u32(Y[2 * t :+ 5]), X[t :+ 5] << (X[t :+ 5] & 31)), t % 5)
    O[2, t] = sum(abs(X[t :+ 5]) >> (i + i & 31))
    O[3, t] = elem(-where(p, Z[t + 3 :+ 5], Y[2 * t :+ 5]), t % 5)
    O[4, t] = sum(X[t :+ 5] / (Z[t + 3 :+ 5] | 1) % (X[t :+ 5] << (Z[t + 3 :+ 5] & 31) | 1) << ((max(i, i) | min(i, i)) & 31))
    O[5, t] = elem(((Z[t + 3 :+ 5] ^ Y[2 * t :+ 5]) << (max(Z[t + 3 :+ 5], Y[2 * t :+ 5]) & 31)) / (where(p, X[t :+ 5], X[t :+ 5]) % (Z[t + 3 :+ 5] >> (Z[t + 3 :+ 5] & 31) | 1) | 1), t % 5)
    O[6, t] = sum(-where(p, Z[t + 3 :+ 5], X[t :+ 5]) + 100)
    O[7, t] = elem(u32(f) / (X[t :+ 5] - 7 | 1), t % 5)
    O[8, t] = sum(~u32(max(Y[2 * t :+ 5], 2)))
    O[9, t] = elem((Y[2 * t :+ 5] | 10) ^ 3, t % 5)
    O[10, t] = sum(where(!p, Y[2 * t :+ 5] + Y[2 * t :+ 5], min(Z[t + 3 :+ 5], Y[2 * t :+ 5])))
    O[11, t] = elem(abs(Z[t + 3 :+ 5]) + abs(Z[t + 3 :+ 5]) + (Y[2 * t :+ 5] % (X[t :+ 5] | 1) << (Z[t + 3 :+ 5] % (Z[t + 3 :+ 5] | 1) & 31)), t % 5)
    O[12, t] = sum(where(p ^ p, X[t :+ 5] << (Y[2 * t :+ 5] & 31), X[t :+ 5] << (X[t :+ 5] & 31)) % (abs(Z[t + 3 :+ 5] - 2) | 1))
    O[13, t] = elem((Z[t + 3 :+ 5] >> (i & 31)) + -X[t :+ 5], t % 5)
    O[14, t] = sum(max(Z[t + 3 :+ 5] + X[t :+ 5] >> ((Y[2 * t :+ 5] ^ X[t :+ 5]) & 31), 7))
    O[15, t] = elem(-Y[2 * t :+ 5] ^ X[t :+ 5] / (X[t :+ 5] | 1), t % 5)
}
