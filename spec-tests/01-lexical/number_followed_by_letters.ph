// SPDX-License-Identifier: Apache-2.0
kernel number_followed_by_letters(O: tensor<i32>[N]) {
    let a = 34abc
}
