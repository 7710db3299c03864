// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel nans_of_two_kinds_to_one_element(X: tensor<f32>[2], O: tensor<f32>[1]) {
    var s: tile<f32>[1]
    s[0] = where(ctx.thread == 7, X[0] - X[0], -(X[1] * 0.0))
    barrier()
    if ctx.thread == 0 { O[0] = s[0] }
}
