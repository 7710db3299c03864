// SPDX-License-Identifier: Apache-2.0
// 4 MiB of shared memory is more than any card has. The language has no such limit.
@launch(256)
kernel tile_larger_than_a_card(X: tensor<f32>[1024, 1024], O: tensor<f32>[1024, 1]) {
    var t: tile<f32>[1024, 1024] = X[:, :]
    t += transpose(t)
    O[:, :] = rowsum(t)
}
