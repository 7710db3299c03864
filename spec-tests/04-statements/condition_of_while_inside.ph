// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel condition_of_while_inside(X: tensor<i32>[M], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        var i = 0
        while X[i] > 0 {
            i += 1
        }
        O[0] = i
    }
}
