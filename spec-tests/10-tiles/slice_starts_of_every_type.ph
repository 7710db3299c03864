// SPDX-License-Identifier: Apache-2.0
// A start is an unbounded integer of any type: none wraps to another.
@launch(64)
kernel slice_starts_of_every_type(
    A: tensor<i32>[40], a: i8, b: u8, c: i32, d: u32, e: i64,
    O: tensor<i32>[5, 4]
) {
    let x = A[a :+ 4]
    let y = A[b :+ 4]
    let z = A[c :+ 4]
    let u = A[d :+ 4]
    let v = A[e :+ 4]
    if ctx.thread < 4 {
        O[0, ctx.thread] = x[ctx.thread]
        O[1, ctx.thread] = y[ctx.thread]
        O[2, ctx.thread] = z[ctx.thread]
        O[3, ctx.thread] = u[ctx.thread]
        O[4, ctx.thread] = v[ctx.thread]
    }
}
