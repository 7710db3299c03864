// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_tile_expressions_unsigned_f32(
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
    O[4 * 0 :+ 4, :] = tmax(sqrt(where(p, b, c) / (d >> (e & 7))), where(b <= g, -c, bf16(d)) + 3)
    O[4 * 1 :+ 4, :] = fma(max(c, 2.0), sqrt(c), where(p, a, e))
    O[4 * 2 :+ 4, :] = tmax(a + 3, max(e, 7))
    O[4 * 3 :+ 4, :] = a * s * (d << (g & 7))
    O[4 * 4 :+ 4, :] = (c * g - (d & m)) * (where(p, b, a) + tmax(b, e))
    O[4 * 5 :+ 4, :] = -where(g < e, b - c, c + e)
    O[4 * 6 :+ 4, :] = abs(where(!p, where(p, c, b), e - c))
    O[4 * 7 :+ 4, :] = f32(where(q, g, a) * bf16(e))
    O[4 * 8 :+ 4, :] = max(max(-b, s) * (where(q, c, a) * where(p, a, c)), 0.5)
    O[4 * 9 :+ 4, :] = fma(where(p, c, b) * where(p, e, e), abs(a) * tmax(d, d), fma(f32(c), fma(c, b, b), c / d))
    O[4 * 10 :+ 4, :] = max(where(b > c, a + d, where(p, a, e)), s)
    O[4 * 11 :+ 4, :] = abs(a / 2.0) / max(e ^ g, 2) / (tmax(e & m, 2) & u32(f16(e)))
    O[4 * 12 :+ 4, :] = fma(sqrt(a), c / a, c + b)
    O[4 * 13 :+ 4, :] = f64((a - 3 - popcount(e)) / (f64(e) - (a - e)))
    O[4 * 14 :+ 4, :] = where(e / (g | 1) > c / c, sqrt(c) - (a + g), where(q, e, c) + s)
    O[4 * 15 :+ 4, :] = max(f32(e % (g | 1)), -(b + e))
}
