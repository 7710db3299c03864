// SPDX-License-Identifier: Apache-2.0
kernel float_literal_in_f16(O: tensor<i32>[N]) {
    let a: f16 = 65519.0
}
