// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel if_does_guard(D: tensor<i32>[64], O: tensor<i32>[64]) {
    let d = D[ctx.thread]
    if d != 0 { O[ctx.thread] = 12 / d } else { O[ctx.thread] = -1 }
}
