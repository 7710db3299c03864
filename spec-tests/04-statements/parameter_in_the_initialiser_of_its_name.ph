// SPDX-License-Identifier: Apache-2.0
kernel parameter_in_the_initialiser_of_its_name(x: i32, O: tensor<i32>[N]) {
    let x = x + 1
    O[ctx.thread] = x
}
