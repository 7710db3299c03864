// SPDX-License-Identifier: Apache-2.0
kernel number_for_a_bool(O: tensor<bool>[N]) {
    O[ctx.thread] = 1
}
