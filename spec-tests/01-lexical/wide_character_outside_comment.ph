// SPDX-License-Identifier: Apache-2.0
kernel wide_character_outside_comment(O: tensor<i32>[N]) {
    let größe = 1
}
