// SPDX-License-Identifier: Apache-2.0
kernel literal_with_a_minus(O: tensor<i32>[N]) {
    O[ctx.thread] = -1
}
