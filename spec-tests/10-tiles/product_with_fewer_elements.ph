// SPDX-License-Identifier: Apache-2.0
kernel product_with_fewer_elements(A: tensor<f32>[1025, 1], O: tensor<f32>[4]) {
    let t = dot_t(A[:, :], A[0 : 64, :])
    if ctx.thread == 0 { O[0] = t[0, 0] }
}
