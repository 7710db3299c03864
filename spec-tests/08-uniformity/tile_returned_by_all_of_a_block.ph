// SPDX-License-Identifier: Apache-2.0
fn pick(A: tensor<f32>[4, 8], i: i32) -> tile<f32>[4, 8] {
    let t = 2.0 * A[:, :]
    if i == 0 { return t }
    return t
}

kernel tile_returned_by_all_of_a_block(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    O[:, :] = pick(A, ctx.block.x)
}
