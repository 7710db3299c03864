// SPDX-License-Identifier: Apache-2.0
kernel parameters_and_dims_are_uniform(n: i32, O: tensor<i32>[N]) {
    if n > N && ctx.lanes > 32 && extent(O, 0) > 0 && ctx.threads > ctx.warps && ctx.block.y < ctx.grid.z {
        barrier()
    }
}
