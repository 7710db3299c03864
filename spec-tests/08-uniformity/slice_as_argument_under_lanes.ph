// SPDX-License-Identifier: Apache-2.0
fn first(t: tile<f32>[4, 8]) -> f32 {
    return t[0, 0]
}

kernel slice_as_argument_under_lanes(A: tensor<f32>[4, 8], O: tensor<f32>[N]) {
    if ctx.lane == 0 {
        O[ctx.thread] = first(A[:, :])
    }
}
