// SPDX-License-Identifier: Apache-2.0
fn twice(A: tensor<f32>[M, K]) {
    return 2.0 * A[0 : 4, 0 : 8]
}

kernel tile_returned_without_result(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    twice(A)
}
