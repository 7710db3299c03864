// SPDX-License-Identifier: Apache-2.0
kernel continue_of_lanes_in_nested_if(X: tensor<i32>[N], O: tensor<i32>[N]) {
    for i in range(4) {
        if i > 0 {
            if ctx.lane == i {
                continue
            }
            O[ctx.thread] = 1
        }
        O[ctx.thread] = sum<over ctx.lane>(i)
    }
}
