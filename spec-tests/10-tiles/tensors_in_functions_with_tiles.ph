// SPDX-License-Identifier: Apache-2.0
// A tensor passed to a function is written through its slices there.
fn add_to(T: tensor<f32>[M, N], row: i32, value: tile<f32>[2, C]) {
    T[row :+ 2, 1 :+ C] += value
}

@launch(64)
kernel tensors_in_functions_with_tiles(X: tensor<f32>[2, 3], O: tensor<f32>[M, N]) {
    let x = X[:, :]
    for row in range(0, M, 2) {
        add_to(O, row, x)
        add_to(O, row - 1, x[:, 1 :+ 2])
    }
}
