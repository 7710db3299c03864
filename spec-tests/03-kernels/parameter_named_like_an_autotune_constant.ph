// SPDX-License-Identifier: Apache-2.0
@autotune(T in [4])
kernel parameter_named_like_an_autotune_constant(T: i32, O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
