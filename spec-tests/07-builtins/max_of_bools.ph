// SPDX-License-Identifier: Apache-2.0
kernel max_of_bools(P: tensor<bool>[4], O: tensor<bool>[N]) {
    O[ctx.thread] = max(P[0], P[1])
}
