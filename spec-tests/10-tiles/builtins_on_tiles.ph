// SPDX-License-Identifier: Apache-2.0
// Elementwise builtins take tiles; those with a bound are compared with a thread's own.
@launch(64)
kernel builtins_on_tiles(
    X: tensor<f32>[1, 64], Y: tensor<f32>[1, 64], Z: tensor<f32>[1, 64], A: tensor<i32>[1, 64], B: tensor<u32>[1, 64],
    O: tensor<f32>[10, 64], P: tensor<i32>[5, 64], Q: tensor<u32>[2, 64], D: tensor<i32>[7, 64], E: tensor<u8>[1, 64]
) {
    let x = X[:, :]
    let y = Y[:, :]
    O[0, :] = min(x, y)
    O[1, :] = max(x, y)
    O[2, :] = abs(x)
    O[3, :] = fma(x, y, Z[:, :])
    O[4, :] = sqrt(abs(x))
    O[5, :] = floor(x)
    O[6, :] = ceil(x)
    O[7, :] = trunc(x)
    O[8, :] = round(x)
    O[9, :] = float_bits(bits(x))
    P[0, :] = popcount(A[:, :])
    P[1, :] = clz(A[:, :])
    P[2, :] = i32(x * 100.0)
    P[3, :] = max(A[:, :], 0)
    P[4, :] = min(abs(A[:, :]), 1000)
    Q[0, :] = byteperm(B[:, :], bits(y), bits(x))
    Q[1, :] = u32(A[:, :])
    E[:, :] = u8(A[:, :])
    let e = exp(x)
    let l = log(abs(x))
    let t = tanh(x)
    let s = sin(x)
    let c = cos(x)
    let p = pow(abs(x), y)
    let r = rsqrt(abs(x))
    let i = ctx.thread
    let own = X[0, i]
    D[0, i] = where(bits(e[0, i]) == bits(exp(own)), 1, 0)
    D[1, i] = where(bits(l[0, i]) == bits(log(abs(own))), 1, 0)
    D[2, i] = where(bits(t[0, i]) == bits(tanh(own)), 1, 0)
    D[3, i] = where(bits(s[0, i]) == bits(sin(own)), 1, 0)
    D[4, i] = where(bits(c[0, i]) == bits(cos(own)), 1, 0)
    D[5, i] = where(bits(p[0, i]) == bits(pow(abs(own), Y[0, i])), 1, 0)
    D[6, i] = where(bits(r[0, i]) == bits(rsqrt(abs(own))), 1, 0)
}
