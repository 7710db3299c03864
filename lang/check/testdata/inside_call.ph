// SPDX-License-Identifier: Apache-2.0
fn total(v: i32, n: i32) -> i32 {
  if v > n { return 0 }
  return sum<over ctx.lane>(v)
}
kernel k(O: tensor<i32>[N]) {
  O[ctx.thread] = total(ctx.lane, N)
}
