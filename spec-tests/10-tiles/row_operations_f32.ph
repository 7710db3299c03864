// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel row_operations_f32(
    W: tensor<f32>[5, 33], H: tensor<f32>[9, 4], V: tensor<f32>[1, 33], P: tensor<bool>[1, 33],
    TW: tensor<f32>[33, 5], TH: tensor<f32>[4, 9], FW: tensor<f32>[1, 165], LW: tensor<f32>[5, 33],
    LH: tensor<f32>[9, 4], WW: tensor<f32>[5, 33],
    CW: tensor<f32>[5, 33], CH: tensor<f32>[9, 4],
    MW: tensor<f32>[5, 1], MH: tensor<f32>[9, 1], NW: tensor<f32>[5, 1], NH: tensor<f32>[9, 1],
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
