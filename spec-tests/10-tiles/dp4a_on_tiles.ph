// SPDX-License-Identifier: Apache-2.0
// Arguments with types of their own do not join.
@launch(64)
kernel dp4a_on_tiles(
    A: tensor<u32>[1, 33], B: tensor<u32>[33, 1], C: tensor<i32>[1, 1], D: tensor<u32>[1, 33], x: u32,
    O: tensor<i32>[33, 33], P: tensor<u32>[1, 33]
) {
    O[:, :] = dp4a(A[:, :], B[:, :], C[:, :])
    P[:, :] = dp4a(A[:, :], x, D[:, :])
}
