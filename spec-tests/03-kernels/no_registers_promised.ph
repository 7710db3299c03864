// SPDX-License-Identifier: Apache-2.0
@launch(64, 1, 0)
kernel no_registers_promised(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
