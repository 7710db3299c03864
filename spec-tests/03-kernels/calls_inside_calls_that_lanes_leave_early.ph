// SPDX-License-Identifier: Apache-2.0
fn inner(start: i32, n: i32) -> i32 {
    var x = start
    for i in range(n) {
        if x % 5 == i {
            return x + i
        }
        x += 1
    }
    return -x
}

fn outer(x: i32) -> i32 {
    if x % 2 == 0 {
        return inner(x, 3)
    }
    let y = inner(x + 1, x % 4)
    if y < 0 {
        return y * 2
    }
    return inner(y, 2)
}

@launch(64)
kernel calls_inside_calls_that_lanes_leave_early(O: tensor<i32>[64], S: tensor<i32>[64]) {
    let result = outer(ctx.thread) + outer(ctx.thread * 3)
    O[ctx.thread] = result
    S[ctx.thread] = sum<over ctx.thread>(1)
}
