// SPDX-License-Identifier: Apache-2.0
fn f(i: i32, j: i32) -> i32 {
    return i + j
}

kernel generate_with_an_argument_more(O: tensor<i32>[4, 8]) {
    let t: tile<i32>[4, 8] = generate(f, 3)
    O[:, :] = t
}
