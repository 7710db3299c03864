// SPDX-License-Identifier: Apache-2.0
kernel closed_brace(O: tensor<i32>[N]) {
    if ctx.thread == 0 {
        O[0] = 1 }
}
