// SPDX-License-Identifier: Apache-2.0
kernel where_that_guards_nothing(D: tensor<i32>[N], O: tensor<i32>[N]) {
    let d = D[ctx.thread]
    O[ctx.thread] = where(d != 0, 12 / d, 0)
}
