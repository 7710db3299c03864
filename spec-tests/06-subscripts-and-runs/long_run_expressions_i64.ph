// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_run_expressions_i64(
    X: tensor<i64>[68], Y: tensor<i64>[131], Z: tensor<i64>[71],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<i64>[16, 64]
) {
    let t = ctx.thread
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = sum(max(i64(i) << (abs(i) & 63), i64(-Z[t + 3 :+ 5])))
    O[1, t] = elem(i64(X[t :+ 5]) >> (max(Y[2 * t :+ 5], 3) & 63), t % 5)
    O[2, t] = sum(abs(abs(Y[2 * t :+ 5])) % (where(q | q, -X[t :+ 5], X[t :+ 5] * Y[2 * t :+ 5]) | 1))
    O[3, t] = elem(where(q, Y[2 * t :+ 5], X[t :+ 5]) % (i64(f) | 1) / (where(q, X[t :+ 5], Z[t + 3 :+ 5]) / (~Z[t + 3 :+ 5] | 1) | 1), t % 5)
    O[4, t] = sum(~Y[2 * t :+ 5] / (i64(i) | 1) - Y[2 * t :+ 5] / (Z[t + 3 :+ 5] | 1) % (Y[2 * t :+ 5] + Z[t + 3 :+ 5] | 1))
    O[5, t] = elem(abs(where(p, Z[t + 3 :+ 5], X[t :+ 5])), t % 5)
    O[6, t] = sum(i64(f32(i) + 1e2) + where(!!p, i64(X[t :+ 5]) << (i64(f) & 63), (Y[2 * t :+ 5] ^ Y[2 * t :+ 5]) / (X[t :+ 5] ^ Z[t + 3 :+ 5] | 1)))
    O[7, t] = elem((Y[2 * t :+ 5] | X[t :+ 5]) & abs(Y[2 * t :+ 5]), t % 5)
    O[8, t] = sum(i64(where(p, f, f)) + i64(Z[t + 3 :+ 5] % (Y[2 * t :+ 5] | 1)))
    O[9, t] = elem(X[t :+ 5] + Y[2 * t :+ 5] & -Z[t + 3 :+ 5], t % 5)
    O[10, t] = sum(~Z[t + 3 :+ 5] << (i32(f) & 63) ^ Z[t + 3 :+ 5] / (Z[t + 3 :+ 5] | 1) / (i64(f) | 1) ^ where(!!q, where(q, X[t :+ 5], X[t :+ 5]) & Y[2 * t :+ 5] >> (i & 63), 100))
    O[11, t] = elem(abs(Y[2 * t :+ 5] | X[t :+ 5]) >> (where(q, Z[t + 3 :+ 5], Z[t + 3 :+ 5]) / (X[t :+ 5] / (Z[t + 3 :+ 5] | 1) | 1) & 63), t % 5)
    O[12, t] = sum((Z[t + 3 :+ 5] - Y[2 * t :+ 5] - i64(X[t :+ 5]) | (Z[t + 3 :+ 5] ^ Y[2 * t :+ 5]) << (-i & 63)) + 1_0)
    O[13, t] = elem(i64(clz(Y[2 * t :+ 5] >> (i & 63)) + (i + i + 2)), t % 5)
    O[14, t] = sum(min(Y[2 * t :+ 5], Z[t + 3 :+ 5]) >> (i32(i) & 63))
    O[15, t] = elem((Z[t + 3 :+ 5] >> (i & 63) & Y[2 * t :+ 5] % (Z[t + 3 :+ 5] | 1)) << (where(q != q, i << (i & 31), i & i) & 63), t % 5)
}
