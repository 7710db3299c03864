// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel launch_attribute_with_number(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
