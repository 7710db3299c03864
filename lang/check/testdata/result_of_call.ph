// SPDX-License-Identifier: Apache-2.0
fn pick(i: i32) -> i32 {
  if i == 0 { return 1 }
  return 2
}
kernel k(O: tensor<i32>[N]) {
  if pick(ctx.lane) == 1 { barrier() }
}
