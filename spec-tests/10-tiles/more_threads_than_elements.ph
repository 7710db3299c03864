// SPDX-License-Identifier: Apache-2.0
// How many threads a block has does not show in a tile operation.
fn place(i: i32, j: i32, x: f32) -> f32 {
    return f32(i) - x * f32(j)
}

@launch(1024)
kernel more_threads_than_elements(
    A: tensor<f32>[5, 7], B: tensor<f32>[7, 3], O: tensor<f32>[5, 3], P: tensor<f32>[7, 5]
) {
    let a = A[:, :]
    var t: tile<f32>[5, 3] = 0.0
    t += rowsum(a)
    t += dot(a, B[:, :])
    O[:, :] = t
    let g: tile<f32>[5, 7] = generate(place, 0.25)
    P[:, :] = transpose(cumsum(g) * tril(a) + rowmax(a))
}
