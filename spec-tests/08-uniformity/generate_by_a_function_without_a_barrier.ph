// SPDX-License-Identifier: Apache-2.0
fn f(i: i32, j: i32) -> i32 {

    return i + j
}

kernel generate_by_a_function_without_a_barrier(O: tensor<i32>[4, 8]) {
    let t: tile<i32>[4, 8] = generate(f)
    O[:, :] = t
}
