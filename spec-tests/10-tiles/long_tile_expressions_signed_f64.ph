// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_tile_expressions_signed_f64(
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
    O: tensor<f64>[64, 8]
) {
    let a = A[:, :]
    let b = B[:, :]
    let c = C[:, :]
    let d = D[:, :]
    let e = E[:, :]
    let g = G[:, :]
    let p = P[:, :]
    let q = Q[:, :]
    O[4 * 0 :+ 4, :] = (c + e - max(e, c)) * tmin(where(q, b, b), 0.5)
    O[4 * 1 :+ 4, :] = where(p, c, d) - s
    O[4 * 2 :+ 4, :] = min(tmax(tmin(abs(c), a - d), s), tmax(min(where(p, a, b), f16(g)), 0.5))
    O[4 * 3 :+ 4, :] = abs(where(p, b, c)) - 0.5
    O[4 * 4 :+ 4, :] = -(abs(-a) * 0.5)
    O[4 * 5 :+ 4, :] = tmax(a + g, b * e)
    O[4 * 6 :+ 4, :] = where((p ^ p | p & q) & (!q ^ (q | q)), where(q & q, f64(d), fma(a, a, a)) * -where(p, d, e), -(where(q, e, c) + (c - 3)))
    O[4 * 7 :+ 4, :] = min(b, 2.0) - (d << (e & 7))
    O[4 * 8 :+ 4, :] = where(e <= n ^ g >= 7, fma(-b, c / g, a + 0.5), (e << (d & 7)) % (tmax(g, 2) | 1)) / s
    O[4 * 9 :+ 4, :] = tmin(fma(b, a, a), 0.5) / 3
    O[4 * 10 :+ 4, :] = fma(a / 3, tmin(a, b), where(p, a, e))
    O[4 * 11 :+ 4, :] = abs(fma(where(q, a, d), b + s, a + e))
    O[4 * 12 :+ 4, :] = where(!(q | q | (q | p)), min(abs(f64(d)), max(d, a) * where(p, e, d)), abs(clz(g / (d | 1))))
    O[4 * 13 :+ 4, :] = f32(-fma(a, c, a)) * ~((d & d) % (max(e, e) | 1))
    O[4 * 14 :+ 4, :] = -f64(d % (g | 1)) - (fma(max(b, b), -b, c - s) + f32(b * 2.0))
    O[4 * 15 :+ 4, :] = sqrt(c) - where(p, b, a)
}
