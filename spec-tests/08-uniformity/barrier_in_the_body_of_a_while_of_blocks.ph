// SPDX-License-Identifier: Apache-2.0
kernel barrier_in_the_body_of_a_while_of_blocks(O: tensor<i32>[N]) {
    var n = ctx.block.x
    while n > 0 {
        n -= 1
        barrier()
    }
}
