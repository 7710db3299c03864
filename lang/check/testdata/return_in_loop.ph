// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  var n = 0
  for i in range(ctx.warp) {
    n += 1
    for j in range(ctx.lane) { return }
  }
  if n > 3 { barrier() }
}
