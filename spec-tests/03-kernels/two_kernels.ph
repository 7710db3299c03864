// SPDX-License-Identifier: Apache-2.0
kernel other(O: tensor<i32>[1]) {
    O[0] = 5
}

@launch(64)
kernel two_kernels(O: tensor<i32>[1]) {
    O[0] = six()
}

fn six() -> i32 {
    return 6
}
