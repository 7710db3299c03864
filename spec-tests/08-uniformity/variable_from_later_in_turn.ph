// SPDX-License-Identifier: Apache-2.0
kernel variable_from_later_in_turn(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = 0
    for i in range(4) {
        if n > 0 {
            barrier()
        }
        n = i
    }
}
