// SPDX-License-Identifier: Apache-2.0
kernel scalar_without_value(O: tensor<i32>[N]) {
    var a: i32
}
