// SPDX-License-Identifier: Apache-2.0
kernel kernel_with_a_result(O: tensor<i32>[N]) -> i32 {
}
