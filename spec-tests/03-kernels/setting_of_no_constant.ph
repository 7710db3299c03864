// SPDX-License-Identifier: Apache-2.0
@autotune(T in [4])
kernel setting_of_no_constant(O: tensor<i32>[N]) {
    O[ctx.thread] = T
}
