// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shuffle_from_a_defined_lane(X: tensor<i32>[1], O: tensor<i32>[64]) {
    var r = 0
    if ctx.lane == 0 {
        r = X[0] + ctx.warp
    }
    r = shuffle(r, 0)
    O[ctx.thread] = r
}
