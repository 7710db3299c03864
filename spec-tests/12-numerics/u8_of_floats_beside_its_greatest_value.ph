// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel u8_of_floats_beside_its_greatest_value(X: tensor<f32>[N], D: tensor<f64>[N], O: tensor<i32>[4, N]) {
    if ctx.thread < N {
        let x = u8(X[ctx.thread])
        let d = u8(D[ctx.thread])
        O[0, ctx.thread] = i32(min(u8(255), x))
        O[1, ctx.thread] = i32(min(u8(255), d))
        O[2, ctx.thread] = where(x == 255, 1000, i32(x))
        O[3, ctx.thread] = where(d < 255, 1, 0)
    }
}
