// SPDX-License-Identifier: Apache-2.0
// Each turn generates anew, with its own arguments; a generated `var` is stored to.
fn band(i: i32, j: i32, width: i32) -> bool {
    return i - j < width && j - i < width
}

@launch(64)
kernel generate_in_a_loop(X: tensor<i32>[9, 9], O: tensor<i32>[9, 9]) {
    var sum: tile<i32>[9, 9] = 0
    for width in range(1, 10, 3) {
        var keep: tile<bool>[9, 9] = generate(band, width)
        keep[4, :] = false
        sum += where(keep, X[:, :], 0)
    }
    O[:, :] = sum
}
