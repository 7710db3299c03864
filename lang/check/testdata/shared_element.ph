// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  O[ctx.warp] += 1
  atomic_add(O, 0, 1)
}
