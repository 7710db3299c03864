// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_tile_expressions_signed_f32(
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
    O: tensor<f32>[64, 8]
) {
    let a = A[:, :]
    let b = B[:, :]
    let c = C[:, :]
    let d = D[:, :]
    let e = E[:, :]
    let g = G[:, :]
    let p = P[:, :]
    let q = Q[:, :]
    O[4 * 0 :+ 4, :] = fma(b + g, min(b, d), c / b)
    O[4 * 1 :+ 4, :] = (a + 3) / where(q, a, e)
    O[4 * 2 :+ 4, :] = fma(fma(where(p, c, e), a + s, where(p, c, a)), max(-c, 3), b * b * bf16(e)) * (tmax(c + g, s) + tmax(e & d, n))
    O[4 * 3 :+ 4, :] = (where(q, b, b) - -c) / 3
    O[4 * 4 :+ 4, :] = tmin(tmin(c, g), e * c)
    O[4 * 5 :+ 4, :] = min(where(p, a, a), where(q, g, d))
    O[4 * 6 :+ 4, :] = tmin((a - a) / (a + 2.0) / min(a * c, f32(e)), where(b > g ^ a != c, -e / (d - e | 1), f16(b - 2.0)))
    O[4 * 7 :+ 4, :] = -where(q ^ q ^ (q ^ q), f16(e << (d & 7)), -g << (g * 2 & 7))
    O[4 * 8 :+ 4, :] = tmax(b * a / where(q, a, d), abs(tmin(d, 2)))
    O[4 * 9 :+ 4, :] = where(q, c, d) - (c - d)
    O[4 * 10 :+ 4, :] = where(q & p, abs(c), where(p, c, e))
    O[4 * 11 :+ 4, :] = where(q, a, a) - min(e, 2)
    O[4 * 12 :+ 4, :] = abs(b / 2.0 * tmin(d, 7) * (tmax(b, a) / (d ^ n)))
    O[4 * 13 :+ 4, :] = -a * i64(g) - min(sqrt(a), f16(b))
    O[4 * 14 :+ 4, :] = -(tmax(b, g) * (g | e))
    O[4 * 15 :+ 4, :] = where(a >= d, f32(a), g >> (d & 7))
}
