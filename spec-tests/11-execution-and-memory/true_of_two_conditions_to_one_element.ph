// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel true_of_two_conditions_to_one_element(O: tensor<bool>[4]) {
    O[2] = ctx.thread >= 0
}
