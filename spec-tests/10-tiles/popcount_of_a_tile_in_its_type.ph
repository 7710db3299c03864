// SPDX-License-Identifier: Apache-2.0
kernel popcount_of_a_tile_in_its_type(A: tensor<u32>[2, 4], O: tensor<u32>[2, 4]) {
    O[:, :] = popcount(A[:, :])
}
