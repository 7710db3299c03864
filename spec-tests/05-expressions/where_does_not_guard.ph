// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel where_does_not_guard(D: tensor<i32>[64], O: tensor<i32>[64]) {
    let d = D[ctx.thread]
    O[ctx.thread] = where(d != 0, 12 / d, -1)
}
