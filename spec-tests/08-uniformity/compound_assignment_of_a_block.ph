// SPDX-License-Identifier: Apache-2.0
kernel compound_assignment_of_a_block(O: tensor<i32>[N]) {
    var n = 3
    n *= ctx.block.x
    if n > 3 { barrier() }
}
