// SPDX-License-Identifier: Apache-2.0
kernel trailing_underscore(O: tensor<i32>[N]) {
    let a = 1_
}
