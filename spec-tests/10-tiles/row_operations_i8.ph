// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel row_operations_i8(
    W: tensor<i8>[5, 33], H: tensor<i8>[9, 4], V: tensor<i8>[1, 33], P: tensor<bool>[1, 33],
    TW: tensor<i8>[33, 5], TH: tensor<i8>[4, 9], FW: tensor<i8>[1, 165], LW: tensor<i8>[5, 33],
    LH: tensor<i8>[9, 4], WW: tensor<i8>[5, 33],
    CW: tensor<i8>[5, 33], CH: tensor<i8>[9, 4],
    MW: tensor<i8>[5, 1], MH: tensor<i8>[9, 1], NW: tensor<i8>[5, 1], NH: tensor<i8>[9, 1],
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
