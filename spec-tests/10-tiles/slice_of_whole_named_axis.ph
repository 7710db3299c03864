// SPDX-License-Identifier: Apache-2.0
kernel slice_of_whole_named_axis(A: tensor<f32>[M, K]) {
    let t = A[0:4, :]
}
