// SPDX-License-Identifier: Apache-2.0
kernel scalar_as_declared_type(O: tensor<i32>[N]) {
    let t: i32 = O[0]
}
