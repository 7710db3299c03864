// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel shared_flag_with_barriers(X: tensor<i32>[3, 128], O: tensor<i32>[3]) {
    var flag: tile<i32>[1]
    for i in range(3) {
        if ctx.thread == 0 {
            flag[0] = 0
        }
        barrier()
        if X[i, ctx.thread] == 9 {
            flag[0] = 1
        }
        barrier()
        if ctx.thread == 64 {
            O[i] = flag[0]
        }
        barrier()
    }
}
