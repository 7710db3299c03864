// SPDX-License-Identifier: Apache-2.0
kernel slice_of_whole_constant_axis(A: tensor<f32>[M, 16]) {
    let t = A[0:4, :]
}
