// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  let row = ctx.thread / ctx.lanes
  if row < N {
    O[ctx.thread] = sum<over ctx.lane>(row)
  }
}
