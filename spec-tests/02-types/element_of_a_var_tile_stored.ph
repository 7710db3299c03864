// SPDX-License-Identifier: Apache-2.0
kernel element_of_a_var_tile_stored(X: tensor<f32>[4, 4], O: tensor<f32>[4, 4]) {
    var t = X[:, :]
    if ctx.thread == 0 { t[0, 0] = 1.0 }
    O[:, :] = t
}
