// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel arms_that_several_values_share(X: tensor<i32>[N], O: tensor<i32>[N]) {
    let i = ctx.thread
    if i < N {
        let x = X[i]
        if x == 1 || x == 4 || x == -7 {
            O[i] = 100 + x
        } else if x == 2 || x == 4 || x == 9 {
            O[i] = 200 + x
        } else if !(x != 3) && x < 4 {
            O[i] = 300
        } else {
            O[i] = 0
        }
    }
}
