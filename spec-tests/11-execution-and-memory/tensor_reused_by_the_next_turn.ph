// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tensor_reused_by_the_next_turn(X: tensor<i32>[1], O: tensor<i32>[N]) {
    var total = 0
    for i in range(0, 3) {
        if ctx.thread == 96 {
            X[0] = i
        }
        barrier()
        total += X[0]
    }
    O[ctx.thread] = total
}
