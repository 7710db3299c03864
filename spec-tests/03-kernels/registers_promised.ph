// SPDX-License-Identifier: Apache-2.0
@launch(64, 1, 32)
kernel registers_promised(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
