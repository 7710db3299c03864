// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel row_operations_bool(
    W: tensor<bool>[5, 33], H: tensor<bool>[9, 4], V: tensor<bool>[1, 33], P: tensor<bool>[1, 33],
    TW: tensor<bool>[33, 5], TH: tensor<bool>[4, 9], FW: tensor<bool>[1, 165], LW: tensor<bool>[5, 33],
    LH: tensor<bool>[9, 4], WW: tensor<bool>[5, 33]
) {
    let w = W[:, :]
    let h = H[:, :]
    TW[:, :] = transpose(w)
    TH[:, :] = transpose(h)
    FW[:, :] = flat(w)
    LW[:, :] = tril(w)
    LH[:, :] = tril(h)
    WW[:, :] = where(P[:, :], w, V[:, :])
}
