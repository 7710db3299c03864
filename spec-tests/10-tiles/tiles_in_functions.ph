// SPDX-License-Identifier: Apache-2.0
// A function takes tiles as they are, and gives one back. Its dims are the argument's extents.
fn scaled(t: tile<f32>[R, C], factor: f32) -> tile<f32>[R, C] {
    return factor * t
}
fn clear_row(t: tile<f32>[R, C], r: i32) {
    t[r, :] = 0.0
    t[R - 1, C - 1 :+ 1] = f32(R * C)
}
fn centred(X: tensor<f32>[M, N], r: i32) -> tile<f32>[3, 5] {
    let part = X[r :+ 3, 0 :+ 5]
    return part - rowsum(part) / 5.0
}
fn larger(a: tile<f32>[R, C], b: tile<f32>[R, C]) -> tile<f32>[R, C] {
    return scaled(max(a, b), 1.0)
}

@launch(64)
kernel tiles_in_functions(
    X: tensor<f32>[M, N], r: i32, O: tensor<f32>[3, 5], P: tensor<f32>[3, 5], Q: tensor<f32>[5, 3]
) {
    var t: tile<f32>[3, 5] = centred(X, r)
    O[:, :] = scaled(t, 2.0)
    clear_row(t, 1)
    P[:, :] = larger(t, X[r :+ 3, 0 :+ 5])
    Q[:, :] = scaled(transpose(t) + 1.0, -1.0)
}
