// SPDX-License-Identifier: Apache-2.0
// A uniform scalar joins with a tile from either side; a bare literal takes the tile's element type.
@launch(64)
kernel scalars_beside_tiles(
    H: tensor<f16>[1, 33], I: tensor<i8>[1, 33], F: tensor<f32>[1, 33], x: f32, h: f16, n: i32, d: f64,
    A: tensor<f32>[1, 33], B: tensor<f32>[1, 33], C: tensor<f16>[1, 33], D: tensor<f32>[1, 33], E: tensor<f64>[1, 33],
    G: tensor<i32>[1, 33], J: tensor<f32>[1, 33], K: tensor<i8>[1, 33], L: tensor<f16>[1, 33], M: tensor<f16>[1, 33]
) {
    A[:, :] = H[:, :] * x
    B[:, :] = x - H[:, :]
    C[:, :] = h / H[:, :]
    D[:, :] = F[:, :] + h
    E[:, :] = d * F[:, :]
    G[:, :] = n - I[:, :]
    J[:, :] = n * F[:, :]
    K[:, :] = 100 + I[:, :]
    L[:, :] = 0.1 * H[:, :]
    M[:, :] = I[:, :] * h
}
