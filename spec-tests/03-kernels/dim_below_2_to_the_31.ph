// SPDX-License-Identifier: Apache-2.0
kernel dim_below_2_to_the_31(X: tensor<i32>[2147483647], O: tensor<i32>[N]) {
}
