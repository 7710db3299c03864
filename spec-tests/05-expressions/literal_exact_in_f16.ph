// SPDX-License-Identifier: Apache-2.0
kernel literal_exact_in_f16(O: tensor<i32>[N]) {
    let a: f16 = 2048
}
