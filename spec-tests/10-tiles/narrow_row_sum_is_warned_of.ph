// SPDX-License-Identifier: Apache-2.0
kernel narrow_row_sum_is_warned_of(A: tensor<i8>[4, 64]) {
    let s = rowsum(A[:, :])
    let c = cumsum(A[:, :])
    let w = rowsum(i32(A[:, :]))
}
