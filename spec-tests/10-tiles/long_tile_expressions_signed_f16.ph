// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_tile_expressions_signed_f16(
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
    O: tensor<f16>[64, 8]
) {
    let a = A[:, :]
    let b = B[:, :]
    let c = C[:, :]
    let d = D[:, :]
    let e = E[:, :]
    let g = G[:, :]
    let p = P[:, :]
    let q = Q[:, :]
    O[4 * 0 :+ 4, :] = where(q ^ q, where(p, b, e), e ^ 2) / 2.0
    O[4 * 1 :+ 4, :] = where(!((p ^ p) & g >= 2), fma(c / a, a - e, f16(d)) * fma(max(a, g), b * 3, a * e), where(c <= 3, tmin(g, n), c - c) / tmin(abs(e), 2))
    O[4 * 2 :+ 4, :] = tmax(b, a) / s * min(g - 7, b / 3) * abs(-tmax(a, c))
    O[4 * 3 :+ 4, :] = (c - d - tmin(g, 7)) * where(q | q, tmin(d, c), a * g)
    O[4 * 4 :+ 4, :] = c * a + 2.0 - sqrt(abs(b))
    O[4 * 5 :+ 4, :] = where(clz(e) != 2, where(p, b, d) - (a - b), -a - 3)
    O[4 * 6 :+ 4, :] = where(!q, max(b, 2.0), e << (d & 7)) - u32(sqrt(a))
    O[4 * 7 :+ 4, :] = (a - b) / fma(c, a, b) * tmax(a - g, -e) * 0.5
    O[4 * 8 :+ 4, :] = fma(a + s, a * a, f16(a))
    O[4 * 9 :+ 4, :] = -(b - g) + abs(b * 0.5)
    O[4 * 10 :+ 4, :] = b / d / tmax(b, g) + (g + n >> (abs(d) & 7))
    O[4 * 11 :+ 4, :] = -tmin(tmax(c, s), abs(a))
    O[4 * 12 :+ 4, :] = c / a + where(p, c, g)
    O[4 * 13 :+ 4, :] = tmax(b, c) * s / (e * b + 2.0)
    O[4 * 14 :+ 4, :] = sqrt(c) + where(q, c, a)
    O[4 * 15 :+ 4, :] = max(a / 3, -a) / where(g > c, sqrt(c), fma(b, b, a))
}
