// SPDX-License-Identifier: Apache-2.0
// A fault of the function belongs to the thread that computes the element.
fn looked_up(i: i32, j: i32, table: tensor<i32>[N]) -> i32 {
    return table[i * 9 + j]
}

@launch(64)
kernel fault_in_generate(T: tensor<i32>[N], O: tensor<i32>[9, 9]) {
    let t: tile<i32>[9, 9] = generate(looked_up, T)
    O[:, :] = t
}
