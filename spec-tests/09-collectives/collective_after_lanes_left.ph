// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel collective_after_lanes_left(O: tensor<i32>[64]) {
    var steps = 0
    for i in range(8) {
        if ctx.lane % 8 == i {
            break
        }
        if i % 2 == 0 {
            continue
        }
        steps += 1
    }
    O[ctx.thread] = sum<over ctx.lane>(steps) * 10 + steps
}
