// SPDX-License-Identifier: Apache-2.0
fn clear(O: tensor<f32>[4, 8]) {
    O[:, :] = 0.0
}

kernel tile_operation_in_a_function_called_by_blocks(O: tensor<f32>[4, 8]) {
    if ctx.block.x == 0 { clear(O) }
}
