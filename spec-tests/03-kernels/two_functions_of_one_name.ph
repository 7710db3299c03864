// SPDX-License-Identifier: Apache-2.0
fn one() {
}
fn one() {
}
kernel two_functions_of_one_name(O: tensor<i32>[N]) {
}
