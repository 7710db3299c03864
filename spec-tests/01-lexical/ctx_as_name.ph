// SPDX-License-Identifier: Apache-2.0
kernel ctx_as_name(O: tensor<i32>[N]) {
    let ctx = 1
}
