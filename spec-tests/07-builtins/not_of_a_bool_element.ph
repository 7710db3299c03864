// SPDX-License-Identifier: Apache-2.0
kernel not_of_a_bool_element(P: tensor<bool>[4], O: tensor<bool>[N]) {
    O[ctx.thread] = !(P[0])
}
