// SPDX-License-Identifier: Apache-2.0
kernel block_comment(O: tensor<i32>[N]) {
    O[0] = 1 /* one */
}
