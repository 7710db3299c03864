// SPDX-License-Identifier: Apache-2.0
kernel variable_assigned_by_lanes(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = 1
    if ctx.lane == 0 {
        n = 2
    }
    for i in range(n) {
        O[ctx.thread] = sum<over ctx.lane>(i)
    }
}
