// SPDX-License-Identifier: Apache-2.0
kernel popcount_of_a_tile_is_i32(A: tensor<u32>[2, 4], O: tensor<u32>[2, 4]) {
    O[:, :] = u32(popcount(A[:, :]))
}
