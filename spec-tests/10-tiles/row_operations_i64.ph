// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel row_operations_i64(
    W: tensor<i64>[5, 33], H: tensor<i64>[9, 4], V: tensor<i64>[1, 33], P: tensor<bool>[1, 33],
    TW: tensor<i64>[33, 5], TH: tensor<i64>[4, 9], FW: tensor<i64>[1, 165], LW: tensor<i64>[5, 33],
    LH: tensor<i64>[9, 4], WW: tensor<i64>[5, 33],
    CW: tensor<i64>[5, 33], CH: tensor<i64>[9, 4],
    MW: tensor<i64>[5, 1], MH: tensor<i64>[9, 1], NW: tensor<i64>[5, 1], NH: tensor<i64>[9, 1],
    AW: tensor<i32>[5, 1], AH: tensor<i32>[9, 1]
) {
    let w = W[:, :]
    let h = H[:, :]
    TW[:, :] = transpose(w)
    TH[:, :] = transpose(h)
    FW[:, :] = flat(w)
    LW[:, :] = tril(w)
    LH[:, :] = tril(h)
    WW[:, :] = where(P[:, :], w, V[:, :])
    CW[:, :] = cumsum(w)
    CH[:, :] = cumsum(h)
    MW[:, :] = rowmax(w)
    MH[:, :] = rowmax(h)
    NW[:, :] = rowmin(w)
    NH[:, :] = rowmin(h)
    AW[:, :] = rowargmax(w)
    AH[:, :] = rowargmax(h)
}
