// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_run_expressions_u8(
    X: tensor<u8>[68], Y: tensor<u8>[131], Z: tensor<u8>[71],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<u8>[16, 64]
) {
    let t = ctx.thread
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = sum(where((p | p) ^ q == q, X[t :+ 5] << (i & 7) & Z[t + 3 :+ 5] << (i & 7), u8(Z[t + 3 :+ 5] << (X[t :+ 5] & 7))))
    O[1, t] = elem(abs(min(-X[t :+ 5], X[t :+ 5] - Y[2 * t :+ 5])), t % 5)
    O[2, t] = sum(max(where(q, Z[t + 3 :+ 5], Y[2 * t :+ 5]), Z[t + 3 :+ 5] + 1_0))
    O[3, t] = elem(where(q, Y[2 * t :+ 5], 0x1f) + (X[t :+ 5] + X[t :+ 5]) >> (max(i32(i), i >> (i & 31)) & 7), t % 5)
    O[4, t] = sum(~(~u8(f) / (where(!q, -Z[t + 3 :+ 5], 2) | 1)))
    O[5, t] = elem((min(X[t :+ 5], Y[2 * t :+ 5]) / (Y[2 * t :+ 5] / (X[t :+ 5] | 1) | 1) | u8(Y[2 * t :+ 5] >> (Y[2 * t :+ 5] & 7))) << (popcount(u8(-X[t :+ 5])) & 7), t % 5)
    O[6, t] = sum(where(q ^ q, Y[2 * t :+ 5] >> (X[t :+ 5] & 7), Z[t + 3 :+ 5] << (X[t :+ 5] & 7)))
    O[7, t] = elem(max(Z[t + 3 :+ 5] << (i & 7), -Z[t + 3 :+ 5]) + (Z[t + 3 :+ 5] & Z[t + 3 :+ 5] | Z[t + 3 :+ 5] << (i & 7)), t % 5)
    O[8, t] = sum(abs(Y[2 * t :+ 5] + Z[t + 3 :+ 5]))
    O[9, t] = elem(u8(sqrt(f) + fma(f, f, f)) - where(f < f, u8(i), Z[t + 3 :+ 5] % (X[t :+ 5] | 1)) % (where(i != i, ~Z[t + 3 :+ 5], Y[2 * t :+ 5] >> (i & 7)) | 1), t % 5)
    O[10, t] = sum(-(X[t :+ 5] >> (X[t :+ 5] & 7)) ^ (X[t :+ 5] - Z[t + 3 :+ 5]) / (max(Z[t + 3 :+ 5], 0x1f) | 1))
    O[11, t] = elem((Z[t + 3 :+ 5] << (i & 7) ^ Z[t + 3 :+ 5] << (i & 7)) >> ((X[t :+ 5] << (Y[2 * t :+ 5] & 7)) + where(q, Y[2 * t :+ 5], X[t :+ 5]) & 7), t % 5)
    O[12, t] = sum(where(q != q, ~X[t :+ 5], Z[t + 3 :+ 5] >> (Y[2 * t :+ 5] & 7)) << (popcount(where(q, X[t :+ 5], Z[t + 3 :+ 5])) & 7))
    O[13, t] = elem((Z[t + 3 :+ 5] + Y[2 * t :+ 5] ^ X[t :+ 5] + Y[2 * t :+ 5]) << (max(max(i, i), where(q, i, i)) & 7) >> (-i32(i >> (i & 31)) & 7), t % 5)
    O[14, t] = sum(~(u8(f) - Y[2 * t :+ 5] * Z[t + 3 :+ 5]))
    O[15, t] = elem((u8(i) >> (i - 3 & 7)) - ((Z[t + 3 :+ 5] & Y[2 * t :+ 5]) - (Z[t + 3 :+ 5] | Z[t + 3 :+ 5])), t % 5)
}
