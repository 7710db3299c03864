// SPDX-License-Identifier: Apache-2.0
kernel variable_behind_continue_of_blocks(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = 0
    for i in range(4) {
        if ctx.block.x == i {
            continue
        }
        n += 1
    }
    if n > 3 {
        barrier()
    }
}
