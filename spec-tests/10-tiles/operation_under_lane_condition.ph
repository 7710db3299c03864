// SPDX-License-Identifier: Apache-2.0
kernel operation_under_lane_condition(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    var t: tile<f32>[4, 4] = 0.0
    if ctx.lane == 0 {
        t += A[0:4, 0:4]
    }
    O[0:4, 0:4] = t
}
