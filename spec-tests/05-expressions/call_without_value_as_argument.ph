// SPDX-License-Identifier: Apache-2.0
fn mark(O: tensor<i32>[N]) {
    O[0] = 1
}

kernel call_without_value_as_argument(O: tensor<i32>[N]) {
    let x = min(1, mark(O))
}
