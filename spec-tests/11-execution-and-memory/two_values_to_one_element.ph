// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel two_values_to_one_element(O: tensor<i32>[1]) {
    O[0] = ctx.thread
}
