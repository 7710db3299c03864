// SPDX-License-Identifier: Apache-2.0
kernel k(A: tensor<f32>[N, 8], O: tensor<f32>[N, 8]) {
  var t: tile<f32>[4, 8] = 0.0
  if ctx.lane == 0 {
    t += A[0:4, :]
  }
  O[0:4, :] = t
}
