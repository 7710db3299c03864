// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel row_operations_f16(
    W: tensor<f16>[5, 33], H: tensor<f16>[9, 4], V: tensor<f16>[1, 33], P: tensor<bool>[1, 33],
    TW: tensor<f16>[33, 5], TH: tensor<f16>[4, 9], FW: tensor<f16>[1, 165], LW: tensor<f16>[5, 33],
    LH: tensor<f16>[9, 4], WW: tensor<f16>[5, 33],
    CW: tensor<f16>[5, 33], CH: tensor<f16>[9, 4],
    MW: tensor<f16>[5, 1], MH: tensor<f16>[9, 1], NW: tensor<f16>[5, 1], NH: tensor<f16>[9, 1],
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
