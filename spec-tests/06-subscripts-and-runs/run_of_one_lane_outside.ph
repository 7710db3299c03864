// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel run_of_one_lane_outside(X: tensor<i32>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = 0
    if t < 62 {
        O[t] = sum(X[t :+ 4])
    }
}
