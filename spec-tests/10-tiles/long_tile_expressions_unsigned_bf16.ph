// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_tile_expressions_unsigned_bf16(
    A: tensor<f32>[4, 8],
    B: tensor<f64>[1, 8],
    C: tensor<f16>[4, 1],
    D: tensor<u8>[4, 8],
    E: tensor<u32>[1, 8],
    G: tensor<u8>[4, 1],
    P: tensor<bool>[4, 1],
    Q: tensor<bool>[4, 8],
    s: f32,
    m: u32,
    O: tensor<bf16>[64, 8]
) {
    let a = A[:, :]
    let b = B[:, :]
    let c = C[:, :]
    let d = D[:, :]
    let e = E[:, :]
    let g = G[:, :]
    let p = P[:, :]
    let q = Q[:, :]
    O[4 * 0 :+ 4, :] = where(q, c, e) * 0.5
    O[4 * 1 :+ 4, :] = tmax(abs(a) * (e / (d | 1)), s)
    O[4 * 2 :+ 4, :] = -tmin(a, g) - f64(a / d)
    O[4 * 3 :+ 4, :] = sqrt(where(g >> (e & 7) < c + e, tmax(c * a, 2.0), (a + e) / (c * 3)))
    O[4 * 4 :+ 4, :] = f32(fma(-c, b + e, fma(c, b, b)) / ((d & d) << (min(g, m) & 7)))
    O[4 * 5 :+ 4, :] = tmin(tmax(c * g - tmin(b, b), tmin(e ^ e, a * c)), where(e - d == 2, e - g - 2, --a))
    O[4 * 6 :+ 4, :] = f64(-abs(b) + (abs(e) + tmin(g, a)))
    O[4 * 7 :+ 4, :] = where(d < d, bf16(b), b / b) * max(bf16(a), b / 3)
    O[4 * 8 :+ 4, :] = -where(g == c, where(p, c, c), min(a, e))
    O[4 * 9 :+ 4, :] = abs(b / g) + abs(where(q, b, d))
    O[4 * 10 :+ 4, :] = f64(c - g + (g | 7)) + fma(abs(c * 3), f64(e % (g | 1)), tmin(a, g) / where(p, a, a))
    O[4 * 11 :+ 4, :] = abs(-b + fma(c, a, c))
    O[4 * 12 :+ 4, :] = sqrt(fma(b, b, a) - b / b - u8(abs(d)))
    O[4 * 13 :+ 4, :] = where(-where(q, a, a) < (g & 2) + (g + b), -a * fma(b, a, c) - where(b != 3, i32(e), b * a), max(-c, where(p, g, d)) + (d + g >> ((d | g) & 7)))
    O[4 * 14 :+ 4, :] = sqrt(fma(where(p, c, a), f16(e), where(q, a, d)))
    O[4 * 15 :+ 4, :] = where(-a >= min(c, e) ^ ((q | p) ^ d < e), sqrt(max(c, 2.0) * (g & m)), i64((g | g) + -a))
}
