// SPDX-License-Identifier: Apache-2.0
kernel while_of_each_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = X[ctx.thread]
    while (n > 0) {
        n -= 1
        O[ctx.thread] = sum<over ctx.lane>(n)
    }
}
