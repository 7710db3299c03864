// SPDX-License-Identifier: Apache-2.0
fn mark(X: tensor<i32>[128], first: i32, value: i32) -> i32 {
    X[(ctx.thread + first) % 128] = value
    return value
}
@launch(128)
kernel functions_in_one_tile_operation(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[0 :+ 128] = mark(X, 0, 1) * mark(X, 50, 2)
}
