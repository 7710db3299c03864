// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel same_value_by_all_threads(O: tensor<i32>[2]) {
    O[0] = 7
    O[1] = ctx.threads
}
