// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  var a = 0
  var b = 0
  for i in range(4) {
    if a > 0 { barrier() }
    a = b
    b = ctx.lane
  }
}
