// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_tile_expressions_signed_i32(
    A: tensor<f16>[4, 8],
    B: tensor<bf16>[1, 8],
    C: tensor<f32>[4, 1],
    D: tensor<i8>[4, 8],
    E: tensor<i32>[1, 8],
    G: tensor<i64>[4, 1],
    P: tensor<bool>[4, 8],
    Q: tensor<bool>[1, 8],
    s: f32,
    n: i32,
    O: tensor<i32>[64, 8]
) {
    let a = A[:, :]
    let b = B[:, :]
    let c = C[:, :]
    let d = D[:, :]
    let e = E[:, :]
    let g = G[:, :]
    let p = P[:, :]
    let q = Q[:, :]
    O[4 * 0 :+ 4, :] = tmin(e | 2, 7) >> (clz(i64(d)) & 7)
    O[4 * 1 :+ 4, :] = tmax(e, 7) / (-d | 1) * 7
    O[4 * 2 :+ 4, :] = ~((clz(e) | d / (e | 1)) * 2)
    O[4 * 3 :+ 4, :] = i32(tmin(c, g) / where(p, g, c))
    O[4 * 4 :+ 4, :] = e * d / (e % (d | 1) | 1)
    O[4 * 5 :+ 4, :] = (~(e * n) >> (u32(c) >> (clz(e) & 7) & 7)) * 7
    O[4 * 6 :+ 4, :] = (popcount(popcount(e)) << (d * n >> (tmax(e, e) & 7) & 7)) % (tmax((d & d) << (g + d & 7), 7) | 1)
    O[4 * 7 :+ 4, :] = popcount(i32(b)) / (clz(max(d, 2)) | 1)
    O[4 * 8 :+ 4, :] = (i32(c) >> (e % (e | 1) & 7)) * 7
    O[4 * 9 :+ 4, :] = i32(where(q, b, b)) + -where(q, d, e)
    O[4 * 10 :+ 4, :] = i32(a / c + u8(d)) << (max(max(g + g, i64(a)), tmax(~d, d << (d & 7))) & 7)
    O[4 * 11 :+ 4, :] = where(q & p, i32(a), -d) << (abs(g << (d & 7)) & 7)
    O[4 * 12 :+ 4, :] = min(tmin(clz(e), 7) ^ max(d, d) + 7, i32(where(d > 2, d / (g | 1), g & 2)))
    O[4 * 13 :+ 4, :] = i32(where(d != 2 | e >= g, where(d < e, popcount(e), d / (e | 1)), tmax(c, b) / (a + d)))
    O[4 * 14 :+ 4, :] = i32(-where(p, c, g)) % ((tmin(e, 2) - 7) * 7 | 1)
    O[4 * 15 :+ 4, :] = i32(a * 2.0 - (b - 3)) | n
}
