// SPDX-License-Identifier: Apache-2.0
let limit = 3

kernel declaration_outside_of_kernels(O: tensor<i32>[N]) {
    let limit = 4
    O[ctx.thread] = limit
}
