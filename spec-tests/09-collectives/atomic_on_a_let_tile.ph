// SPDX-License-Identifier: Apache-2.0
kernel atomic_on_a_let_tile(O: tensor<i32>[N]) {
    let t: tile<i32>[4] = 0
    atomic_add(t, ctx.thread % 4, 1)
    O[ctx.thread] = 1
}
