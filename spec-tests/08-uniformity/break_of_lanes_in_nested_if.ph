// SPDX-License-Identifier: Apache-2.0
kernel break_of_lanes_in_nested_if(X: tensor<i32>[N], O: tensor<i32>[N]) {
    for i in range(4) {
        O[ctx.thread] = sum<over ctx.lane>(i)
        if i > 1 {
            if ctx.lane == i {
                break
            }
        }
    }
}
