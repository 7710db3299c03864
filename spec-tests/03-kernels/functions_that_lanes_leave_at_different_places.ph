// SPDX-License-Identifier: Apache-2.0
fn outer(x: i32) -> i32 {
    if x % 2 == 0 { return inner(x) + 1 }
    for i in range(x) {
        if i * i > x { return i }
    }
    return -x
}

fn inner(x: i32) -> i32 {
    if x > 20 { return x / 3 }
    var k = 0
    while true {
        k += x + 1
        if k > 30 { return k }
    }
    return 0
}

@launch(64)
kernel functions_that_lanes_leave_at_different_places(O: tensor<i32>[64]) {
    var r = outer(ctx.thread)
    if r > 5 { r += outer(63 - ctx.thread) }
    O[ctx.thread] = r
}
