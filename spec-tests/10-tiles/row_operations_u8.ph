// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel row_operations_u8(
    W: tensor<u8>[5, 33], H: tensor<u8>[9, 4], V: tensor<u8>[1, 33], P: tensor<bool>[1, 33],
    TW: tensor<u8>[33, 5], TH: tensor<u8>[4, 9], FW: tensor<u8>[1, 165], LW: tensor<u8>[5, 33],
    LH: tensor<u8>[9, 4], WW: tensor<u8>[5, 33],
    CW: tensor<u8>[5, 33], CH: tensor<u8>[9, 4],
    MW: tensor<u8>[5, 1], MH: tensor<u8>[9, 1], NW: tensor<u8>[5, 1], NH: tensor<u8>[9, 1],
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
