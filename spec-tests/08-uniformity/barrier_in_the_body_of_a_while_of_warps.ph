// SPDX-License-Identifier: Apache-2.0
kernel barrier_in_the_body_of_a_while_of_warps(O: tensor<i32>[N]) {
    var n = ctx.warp
    while n > 0 {
        n -= 1
        barrier()
    }
}
