// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  if ctx.warp == 0 {
    var t: tile<i32>[32]
    t[ctx.lane] = 1
  }
}
