// SPDX-License-Identifier: Apache-2.0
fn twice(a: i32) -> i32 {
    return a * 2
}
@launch(128)
kernel order_in_a_function(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread < 64 {
        s[3] = twice(2)
    }
    barrier()
    O[ctx.thread] = twice(s[3])
}
