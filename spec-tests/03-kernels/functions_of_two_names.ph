// SPDX-License-Identifier: Apache-2.0
fn one() {
}
fn two() {
}
kernel functions_of_two_names(O: tensor<i32>[N]) {
}
