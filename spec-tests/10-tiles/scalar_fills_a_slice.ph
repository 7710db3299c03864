// SPDX-License-Identifier: Apache-2.0
// A uniform scalar fills; a literal takes the element type.
@launch(64)
kernel scalar_fills_a_slice(N: tensor<i32>[1], O: tensor<f16>[6, 6], P: tensor<i64>[3], Q: tensor<bool>[4], x: f32) {
    O[:, :] = 1.5
    O[-1 :+ 3, 4 :+ 5] = 0.1
    O[3, :] = x
    P[:] = i64(ctx.threads) * 1000000007
    P[1] = 5
    Q[:] = N[0] == 3
    Q[2 :+ 4] = true
    var t: tile<f32>[6, 1] = x * 2.0
    t[0 :+ 2, :] = -0.0
    O[:, 2] = t
}
