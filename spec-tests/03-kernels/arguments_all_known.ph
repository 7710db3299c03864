// SPDX-License-Identifier: Apache-2.0
@launch(64)
@autotune(T in [2, 4])
kernel arguments_all_known(s: i32, X: tensor<f32>[N], O: tensor<i32>[1]) {
    if ctx.thread == 0 && ctx.block.x == 0 {
        O[0] = s + 1
    }
}
