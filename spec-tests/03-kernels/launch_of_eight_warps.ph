// SPDX-License-Identifier: Apache-2.0
@launch(8 * ctx.lanes)
kernel launch_of_eight_warps(O: tensor<i32>[N]) {
    O[ctx.thread] = ctx.warps
}
