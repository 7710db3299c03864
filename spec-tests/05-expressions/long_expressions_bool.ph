// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel long_expressions_bool(
    X: tensor<bool>[64], Y: tensor<bool>[64], Z: tensor<bool>[64],
    I: tensor<i32>[64], F: tensor<f32>[64], P: tensor<bool>[64], Q: tensor<bool>[64],
    O: tensor<bool>[24, 64]
) {
    let t = ctx.thread
    let x = X[t]
    let y = Y[t]
    let z = Z[t]
    let i = I[t]
    let f = F[t]
    let p = P[t]
    let q = Q[t]
    O[0, t] = (f32(f) + (f + f)) / 0.1 == 1.5
    O[1, t] = !(!(!z | (p || x)) == clz(-i) < i % (i | 1) % (i ^ i | 1))
    O[2, t] = ~i % (where(x, i, 1) | 1) < (i + i) / (i >> (i & 31) | 1) && (!(i >= i) || !(i == 100))
    O[3, t] = -(max(f, f) * fma(f, f, f)) != min(f / f * 100.0, 2.0) ^ f32(f32(f)) / ((f - f) * (f - f)) == -f / 0.0 + f32(f + f)
    O[4, t] = where((q & z) != (q | q), clz(i32(f)), i32(f - f)) > i32(i - i << (min(i, i) & 31))
    O[5, t] = i32(f32(f)) > (i >> (i & 31)) % (i * i | 1)
    O[6, t] = where(i > i ^ f == f, where(q == y, where(x, f, 0.5), where(p, f, 1.5)), fma(abs(f), f + f, min(f, f))) > -f - (f - f) + sqrt(min(f, f))
    O[7, t] = (z != q | f != f && (i == i) != !p) == f32(f * f) >= 1.5 ^ ((p == x) == !y || (i ^ i) > (i ^ 2)) == (((z && p) & (p | z)) != (q == z && y != p))
    O[8, t] = abs(max(i, i) / (max(i, i) | 1) << (i32(f - 100.0) & 31)) >= 100
    O[9, t] = !(max(i, i) <= i * 2 || !p != (y || z))
    O[10, t] = !!q && (q || q || (p || p))
    O[11, t] = i32(-(i / (i | 1))) > popcount(abs(i)) + clz(i + i)
    O[12, t] = !((i != i) == (f != f)) & (!!z && (z ^ p) != (p ^ z))
    O[13, t] = !(((y != z) == (q != q)) != min(i, i) > i - i)
    O[14, t] = where(!(f < f) & i + i != 7, -f32(where(p, f, f)), 0.5) < where(x | z, f / f, 2.0) * (max(f, f) + f / f) - 2.0
    O[15, t] = (((p & x) != i <= i) != (x != y || i > 7)) != (i + i == -i || f < f && p ^ x) && !!(p == p) & min(f, f) - 1e2 <= min(-f, where(x, f, f))
    O[16, t] = !(i32(f32(i)) < --i) == (!(where(y, f, f) == f + 100.0) && where(q, f, f) < f * f | max(f, f) <= where(x, f, f))
    O[17, t] = abs(f) < f - f & where(y, i, i) < i - i
    O[18, t] = (~i != 100) == (i32(i) == 7)
    O[19, t] = (z == z) == !z & (x && y && (q || q)) && !(y || y || i <= i)
    O[20, t] = (i << (i & 31) << (max(i, 10) & 31)) / (i32(i) >> (i % (i | 1) & 31) | 1) >= 10
    O[21, t] = ((q && q) | y != p) != (x | y || i == i)
    O[22, t] = !(f < f) != (i & 1_0) > 3
    O[23, t] = sqrt(f - f) * min(where(z, f, f), 2.0) != f + f - 3 + 100.0
}
