// SPDX-License-Identifier: Apache-2.0
@launch()
kernel launch_attribute_without_number(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
