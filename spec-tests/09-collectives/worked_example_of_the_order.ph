// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel worked_example_of_the_order(O: tensor<f32>[64]) {
    var x = 0.0
    if ctx.lane == 0 {
        x = 16777216.0
    }
    if ctx.lane == 1 || ctx.lane == 17 {
        x = 1.0
    }
    O[ctx.thread] = sum<over ctx.lane>(x)
}
