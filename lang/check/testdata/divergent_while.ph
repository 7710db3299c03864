// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  var n = O[ctx.thread]
  while n != 1 {
    n = n / 2
    warp_barrier()
  }
}
