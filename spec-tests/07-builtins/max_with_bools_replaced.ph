// SPDX-License-Identifier: Apache-2.0
kernel max_with_bools_replaced(P: tensor<bool>[4], O: tensor<bool>[N]) {
    O[ctx.thread] = (P[0] | P[1])
}
