// SPDX-License-Identifier: Apache-2.0
kernel let_assigned(O: tensor<i32>[N]) {
    let a = 1
    a = 2
}
