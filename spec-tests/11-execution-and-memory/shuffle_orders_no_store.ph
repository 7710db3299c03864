// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shuffle_orders_no_store(O: tensor<i32>[64]) {
    var s: tile<i32>[64]
    s[ctx.thread] = 1
    barrier()
    s[ctx.thread] = ctx.thread
    let x = shuffle(1, 0)
    O[ctx.thread] = s[ctx.thread ^ 1]
}
