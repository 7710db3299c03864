// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  for k in range(ctx.lane, N, ctx.lanes) {
    O[k] = shuffle_xor(k, 1)
  }
}
