// SPDX-License-Identifier: Apache-2.0
kernel inf_as_name(O: tensor<i32>[N]) {
    let inf = 1
}
