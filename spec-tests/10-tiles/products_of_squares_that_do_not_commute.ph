// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel products_of_squares_that_do_not_commute(A: tensor<i32>[3, 3], B: tensor<i32>[3, 3], AB: tensor<i32>[3, 3], BA: tensor<i32>[3, 3], ABT: tensor<i32>[3, 3], BAT: tensor<i32>[3, 3]) {
    let a = A[:, :]
    let b = B[:, :]
    AB[:, :] = dot(a, b)
    BA[:, :] = dot(b, a)
    ABT[:, :] = dot_t(a, b)
    BAT[:, :] = dot_t(b, a)
}
