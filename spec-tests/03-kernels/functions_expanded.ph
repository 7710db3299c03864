// SPDX-License-Identifier: Apache-2.0
fn clamp(x: i32, low: i32, high: i32) -> i32 {
    if x < low {
        return low
    }
    if x > high {
        return high
    }
    return x
}

fn add_row(X: tensor<i32>[R, C], r: i32, O: tensor<i32>[R]) {
    var total = 0
    for c in range(C) {
        if X[r, c] < 0 {
            continue
        }
        total += clamp(X[r, c], 2, 9)
    }
    O[r] = total
}

@launch(64)
kernel functions_expanded(X: tensor<i32>[M, N], O: tensor<i32>[M]) {
    if ctx.thread < M {
        add_row(X, ctx.thread, O)
    }
}
