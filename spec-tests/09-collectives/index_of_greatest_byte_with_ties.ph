// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel index_of_greatest_byte_with_ties(X: tensor<i8>[64], O: tensor<i32>[2]) {
    let x = X[ctx.thread]
    let greatest = max<over ctx.thread>(x)
    let first = min<over ctx.thread>(where(x == greatest, ctx.thread, 2147483647))
    if ctx.thread == 0 {
        O[0] = i32(greatest)
        O[1] = first
    }
}
