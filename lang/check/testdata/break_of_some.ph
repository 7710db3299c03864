// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  for i in range(4) {
    O[ctx.thread] = sum<over ctx.thread>(i)
    if ctx.warp == i { break }
  }
}
