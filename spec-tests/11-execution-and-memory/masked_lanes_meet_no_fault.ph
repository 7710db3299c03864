// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel masked_lanes_meet_no_fault(X: tensor<i32>[64], D: tensor<i32>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    var result = -1
    if D[t] != 0 {
        result = 100 / D[t]
        if D[t] < 32 {
            result += 1 << D[t]
        }
        if t + D[t] < 64 {
            result += X[t + D[t]]
        }
    }
    O[t] = result
}
