// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tensor_store_of_lane_63_read_by_thread_64(X: tensor<i32>[8], O: tensor<i32>[N]) {
    if ctx.thread == 63 {
        X[5] = 7
    }
    if ctx.thread == 64 {
        O[0] = X[5]
    }
}
