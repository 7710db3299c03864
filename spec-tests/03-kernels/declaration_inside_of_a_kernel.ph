// SPDX-License-Identifier: Apache-2.0
// let limit = 3

kernel declaration_inside_of_a_kernel(O: tensor<i32>[N]) {
    let limit = 4
    O[ctx.thread] = limit
}
