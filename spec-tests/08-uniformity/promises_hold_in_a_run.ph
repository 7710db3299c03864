// SPDX-License-Identifier: Apache-2.0
fn half(x: i32) -> i32 {
    var n = x
    for i in range(3) {
        n /= 2
        if n < 2 {
            return n + i
        }
    }
    return n
}

@launch(128)
kernel promises_hold_in_a_run(X: tensor<i32>[128], O: tensor<i32>[128]) {
    var uniform = ctx.block.x
    var by_warp = ctx.warp
    var by_lane = 0
    var shared = 0
    for i in range(ctx.warp + 2) {
        uniform = i
        by_warp = half(i + ctx.warp * 30)
        var j = 0
        while j < i + 1 {
            j += 1
            if X[ctx.thread] > 40 + j {
                break
            }
            shared += by_warp + j
        }
        if X[ctx.thread] > i * 20 {
            by_lane += half(X[ctx.thread])
            continue
        }
        by_lane -= by_warp
    }
    O[ctx.thread] = by_lane * 10000 + shared * 100 + uniform * 10 + by_warp
}
