// SPDX-License-Identifier: Apache-2.0
kernel condition_without_block(O: tensor<i32>[N]) {
    if ctx.thread > 0 return
    O[0] = 1
}
