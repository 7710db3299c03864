// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel compound_operators_on_tiles(
    A: tensor<i32>[4, 8], B: tensor<i32>[4, 8], C: tensor<bool>[4, 8], D: tensor<bool>[4, 8], S: tensor<u8>[4, 8],
    O: tensor<i32>[9, 32], P: tensor<bool>[3, 32], Q: tensor<u8>[2, 32]
) {
    let b = B[:, :]
    var t: tile<i32>[4, 8] = A[:, :]
    t += b
    O[0, :] = flat(t)
    t -= 7
    O[1, :] = flat(t)
    t *= b
    O[2, :] = flat(t)
    t /= b
    O[3, :] = flat(t)
    t %= b
    O[4, :] = flat(t)
    t = A[:, :]
    t &= b
    O[5, :] = flat(t)
    t |= 1 + b
    O[6, :] = flat(t)
    t ^= A[:, :]
    O[7, :] = flat(t)
    t <<= S[:, :] & 15
    t >>= 3
    O[8, :] = flat(t)
    var c: tile<bool>[4, 8] = C[:, :]
    c &= D[:, :]
    P[0, :] = flat(c)
    c |= C[:, :]
    P[1, :] = flat(c)
    c ^= true
    P[2, :] = flat(c)
    var s: tile<u8>[4, 8] = S[:, :]
    s <<= i64(3)
    Q[0, :] = flat(s)
    s >>= B[:, :] & 7
    Q[1, :] = flat(s)
}
