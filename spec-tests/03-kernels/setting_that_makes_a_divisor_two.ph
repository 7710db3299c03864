// SPDX-License-Identifier: Apache-2.0
@autotune(T in [5])
kernel setting_that_makes_a_divisor_two(O: tensor<i32>[N]) {
    O[ctx.thread] = 12 / (T - 4)
}
