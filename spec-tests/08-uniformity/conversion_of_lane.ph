// SPDX-License-Identifier: Apache-2.0
kernel conversion_of_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if f32(ctx.lane) > 0.5 {
        barrier()
    }
}
