// SPDX-License-Identifier: Apache-2.0
kernel shared_buffer_under_warp_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp == 0 {
        var t: tile<i32>[4]
    }
}
