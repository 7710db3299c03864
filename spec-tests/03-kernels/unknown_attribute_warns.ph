// SPDX-License-Identifier: Apache-2.0
@lunch(64)
kernel unknown_attribute_warns(O: tensor<i32>[N]) {
}
