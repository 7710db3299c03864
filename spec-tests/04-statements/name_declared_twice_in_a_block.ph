// SPDX-License-Identifier: Apache-2.0
kernel name_declared_twice_in_a_block(O: tensor<i32>[N]) {
    let x = 1
    let x = 2
    O[ctx.thread] = x
}
