// SPDX-License-Identifier: Apache-2.0
kernel narrow_characters_outside_comment(O: tensor<i32>[N]) {
    let grosse = 1
}
