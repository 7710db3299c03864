// SPDX-License-Identifier: Apache-2.0
// A declaration fills with a uniform scalar or copies a tile; without a type it takes the value's.
@launch(64)
kernel declared_tiles(
    A: tensor<f32>[3, 5], x: f32, O: tensor<f32>[3, 5], P: tensor<f16>[3, 5], Q: tensor<i64>[2, 2],
    R: tensor<bool>[3, 5], S: tensor<f64>[3, 1], U: tensor<f32>[1, 1, 2, 3]
) {
    var a: tile<f32>[3, 5] = x
    let b: tile<f32>[3, 5] = A[:, :]
    let c = a + b
    a = c
    O[:, :] = a
    let d: tile<f16>[3, 5] = 0.1
    P[:, :] = d
    var e: tile<i64>[2, 2] = -5000000000
    Q[:, :] = e
    let f = b < 0.0
    R[:, :] = f
    let g: tile<f64>[3, 1] = A[:, 4]
    S[:, :] = g
    var h: tile<f32>[1, 1, 2, 3] = 2
    h[0, 0, 1, :] = h[:, :, 0, :] + 1.0
    U[:, :, :, :] = h
}
