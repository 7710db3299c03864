// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_tile_expressions_unsigned_bool(
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
    O: tensor<bool>[64, 8]
) {
    let a = A[:, :]
    let b = B[:, :]
    let c = C[:, :]
    let d = D[:, :]
    let e = E[:, :]
    let g = G[:, :]
    let p = P[:, :]
    let q = Q[:, :]
    O[4 * 0 :+ 4, :] = where(q & p, min(d, 7), -b) < where(q & p, c - e, tmin(c, c))
    O[4 * 1 :+ 4, :] = where(b <= c, a + d, d | e) + max(-a, s) >= 2.0
    O[4 * 2 :+ 4, :] = (q | q) & d >= d ^ (q ^ p) & e == d
    O[4 * 3 :+ 4, :] = b + d + 0.5 >= (b + 3) * (e * b) ^ min(a * s, s) == min(where(p, d, a), s)
    O[4 * 4 :+ 4, :] = (q ^ p | p ^ q) & where(q, e, b) <= where(q, d, c)
    O[4 * 5 :+ 4, :] = !(~d >= b * a ^ (q ^ q) & !p)
    O[4 * 6 :+ 4, :] = fma(a * c * 0.5, fma(a * 0.5, a + 2.0, c + a), tmax(b * c, where(p, b, e))) <= -(e + b) / fma(sqrt(c), c * e, where(q, b, c))
    O[4 * 7 :+ 4, :] = tmax(a, 2.0) > fma(a, c, a) ^ abs(c) != i32(a)
    O[4 * 8 :+ 4, :] = sqrt(fma(a, a, c)) != max(g, g) * m | (-a <= g % (e | 1) | b != 3 & (p | q))
    O[4 * 9 :+ 4, :] = !(b == c & a > b)
    O[4 * 10 :+ 4, :] = tmin(min(e, m), m) > where(p, e, c) * where(p, c, e)
    O[4 * 11 :+ 4, :] = g % (e | 1) < g - d
    O[4 * 12 :+ 4, :] = -e >= fma(a, c, a) | d + d <= where(p, e, a)
    O[4 * 13 :+ 4, :] = abs(where(p, b, a)) != c / b * (d - 2)
    O[4 * 14 :+ 4, :] = (abs(max(g, m)) | 2) != (d | d) * 7 * min(where(p, g, d), b + c)
    O[4 * 15 :+ 4, :] = -popcount(g) >> (where(p | q, abs(d), abs(e)) & 7) < 2
}
