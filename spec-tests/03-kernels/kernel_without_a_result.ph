// SPDX-License-Identifier: Apache-2.0
kernel kernel_without_a_result(O: tensor<i32>[N]) {
}
