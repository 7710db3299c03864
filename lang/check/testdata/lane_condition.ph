// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  let first = ctx.lane == 0
  if first {
    O[ctx.thread] = sum<over ctx.lane>(1)
  }
}
