// SPDX-License-Identifier: Apache-2.0
// A function with a tile as its result may return from anywhere that is uniform.
fn summed(n: i32, a: tile<f32>[R, C], b: tile<f32>[R, C]) -> tile<f32>[R, C] {
    if n < 0 {
        return b
    }
    var t: tile<f32>[R, C] = a
    for i in range(n) {
        if i == 3 {
            return t
        }
        t += b
    }
    return t + 0.5
}

@launch(64)
kernel returns_of_tiles(
    A: tensor<f32>[5, 7], B: tensor<f32>[5, 7], n: i32, O: tensor<f32>[5, 7], P: tensor<f32>[7, 5]
) {
    let a = A[:, :]
    let b = B[:, :]
    O[:, :] = summed(n, a, b) - summed(n + 1, b, a)
    P[:, :] = summed(n - 1, transpose(a), summed(n, transpose(b), transpose(a)))
}
