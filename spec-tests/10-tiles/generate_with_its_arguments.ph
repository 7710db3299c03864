// SPDX-License-Identifier: Apache-2.0
fn f(i: i32, j: i32) -> i32 {
    return i + j
}

kernel generate_with_its_arguments(O: tensor<i32>[4, 8]) {
    let t: tile<i32>[4, 8] = generate(f)
    O[:, :] = t
}
