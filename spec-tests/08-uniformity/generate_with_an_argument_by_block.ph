// SPDX-License-Identifier: Apache-2.0
fn f(i: i32, j: i32, n: i32) -> i32 {
    return i + j + n
}

kernel generate_with_an_argument_by_block(O: tensor<i32>[4, 8]) {
    let t: tile<i32>[4, 8] = generate(f, ctx.grid.x)
    O[:, :] = t
}
