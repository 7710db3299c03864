// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
  let turn = atomic_add(O, ctx.lane, 1)
  if ctx.block.x > 0 && turn == 0 { grid() }
}
fn grid() { barrier() }
