// SPDX-License-Identifier: Apache-2.0
// Three tiles that live at once: more shared memory than any card gives to a block.
@launch(256)
kernel too_large(A: tensor<f32>[128, 256], O: tensor<f32>[128, 256]) {
    var a = A[0:128, 0:256]
    var b = A[0:128, 0:256] * 2.0
    var c = A[0:128, 0:256] * 3.0
    for k in range(0, 4) {
        a = b + c
        b = a * c
        c = a - b
    }
    O[0:128, 0:256] = a + b + c
}
