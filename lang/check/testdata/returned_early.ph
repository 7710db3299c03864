// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  let i = ctx.block.x * ctx.threads + ctx.thread
  if i >= N { return }
  barrier()
  O[i] = 1
}
