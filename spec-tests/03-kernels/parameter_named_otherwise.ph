// SPDX-License-Identifier: Apache-2.0
kernel parameter_named_otherwise(n: i32, O: tensor<i32>[N]) {
}
