// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel bare_literal_operands(O: tensor<i32>[64], F: tensor<f32>[64]) {
    O[ctx.thread] = sum<over ctx.thread>(3) + shuffle(4, ctx.lane)
    F[ctx.thread] = max<over ctx.lane>(0.5)
}
