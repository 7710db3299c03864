// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_tile_expressions_signed_bool(
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
    O[4 * 0 :+ 4, :] = min(e | 2, abs(c)) != 2.0
    O[4 * 1 :+ 4, :] = (d >> (e & 7) | d >> (e & 7)) > (d >> (d & 7) & abs(e)) ^ abs(g) != where(p, b, d) & g * g <= where(p, b, b)
    O[4 * 2 :+ 4, :] = tmin(c, b) + f16(e) >= (d % (d | 1) & popcount(e))
    O[4 * 3 :+ 4, :] = (c >= c ^ (p ^ q)) & c - g != (e & n)
    O[4 * 4 :+ 4, :] = (b + 2.0) / abs(d) - abs(max(c, a)) >= -sqrt(c) - where(a == b, b - 3, a * g)
    O[4 * 5 :+ 4, :] = tmax(g, b) * 0.5 < abs(u8(g))
    O[4 * 6 :+ 4, :] = clz(g) - (d | d) >= where(p, a, b) - where(q, b, g)
    O[4 * 7 :+ 4, :] = min(-c, 3) < 3 | d * 2 - f16(e) > -f16(b)
    O[4 * 8 :+ 4, :] = i64(c) <= max(d, 7) & c / 2.0 <= c * g
    O[4 * 9 :+ 4, :] = d % (g | 1) % (tmax(d, e) | 1) * (d * e >> (e << (e & 7) & 7)) == sqrt(c / a) * where(a > d, g & 2, e << (e & 7))
    O[4 * 10 :+ 4, :] = a * g * where(q, g, g) >= tmin(g - 7, 2)
    O[4 * 11 :+ 4, :] = popcount(e) < d << (e & 7) & (c != g & (p & q)) ^ fma(where(q, b, d), min(c, c), f64(b)) == i64(g + a)
    O[4 * 12 :+ 4, :] = (b + a) * 3 / (b * c - b * e) >= tmin(e, 7) / (e | e | 1) + 2
    O[4 * 13 :+ 4, :] = (q | q) ^ (q | p) | f16(c) <= sqrt(a)
    O[4 * 14 :+ 4, :] = bf16(tmax(b, 0.5)) <= i8(i32(c))
    O[4 * 15 :+ 4, :] = (e == b ^ (p ^ p)) & (c != d ^ (q ^ p))
}
