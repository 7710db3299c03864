// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_tile_expressions_unsigned_u32(
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
    O: tensor<u32>[64, 8]
) {
    let a = A[:, :]
    let b = B[:, :]
    let c = C[:, :]
    let d = D[:, :]
    let e = E[:, :]
    let g = G[:, :]
    let p = P[:, :]
    let q = Q[:, :]
    O[4 * 0 :+ 4, :] = tmax(e << (g & 7), u8(d)) | max(d * 7, 2)
    O[4 * 1 :+ 4, :] = e % (e | 1) << (where(p, e, g) & 7)
    O[4 * 2 :+ 4, :] = -(where(q, e, e) << (d - d & 7))
    O[4 * 3 :+ 4, :] = min((e & m) << (u32(a) & 7), 2)
    O[4 * 4 :+ 4, :] = u32(tmax(c / a, abs(g)))
    O[4 * 5 :+ 4, :] = u32(b + b) / (g << (d & 7) & m | 1)
    O[4 * 6 :+ 4, :] = (e % (g | 1) + tmin(e, e)) % (~(g << (g & 7)) | 1) % ((g | m) % (where(q, g, e) | 1) ^ 7 | 1)
    O[4 * 7 :+ 4, :] = (~e - 7) / (e & 2 & ~d | 1)
    O[4 * 8 :+ 4, :] = u32(where(p, b, b) - fma(b, a, b))
    O[4 * 9 :+ 4, :] = ((~e | 7) << (d << (d & 7) << ((e | d) & 7) & 7)) % (u32(d) / (g & g | 1) * abs(g >> (d & 7)) | 1)
    O[4 * 10 :+ 4, :] = max(abs(u32(g)), where(p, g, g) % (d ^ g | 1))
    O[4 * 11 :+ 4, :] = (-e & abs(d)) + where(d >= 7, d ^ d, d ^ g) << (~e * m + 7 & 7)
    O[4 * 12 :+ 4, :] = u32(g) / (e << (e & 7) | 1)
    O[4 * 13 :+ 4, :] = u32(tmin(-f64(c), u8(-d)))
    O[4 * 14 :+ 4, :] = -e + (g & g) >> (abs(d) >> (g << (d & 7) & 7) & 7)
    O[4 * 15 :+ 4, :] = abs(where(q, e, e) - tmax(g, e))
}
