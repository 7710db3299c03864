// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  var n = 0
  for i in range(ctx.thread) { n += 1 }
  if n > 3 { barrier() }
}
