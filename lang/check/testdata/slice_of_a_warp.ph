// SPDX-License-Identifier: Apache-2.0
fn rows(A: tensor<f32>[R, C], first: i32) -> tile<f32>[4, C] {
  return A[first :+ 4, :]
}
kernel k(A: tensor<f32>[N, 8], O: tensor<f32>[N, 8]) {
  var r = 0
  if ctx.warp == 1 {
    r = 4
  }
  O[0:4, :] = rows(A, r) * O[0, ctx.lane]
}
