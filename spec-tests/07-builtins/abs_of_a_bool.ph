// SPDX-License-Identifier: Apache-2.0
kernel abs_of_a_bool(P: tensor<bool>[4], O: tensor<bool>[N]) {
    O[ctx.thread] = abs(P[0])
}
