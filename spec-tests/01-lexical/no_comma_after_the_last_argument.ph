// SPDX-License-Identifier: Apache-2.0
kernel no_comma_after_the_last_argument(O: tensor<i32>[N]) {
    O[ctx.thread] = max(1, 2)
}
