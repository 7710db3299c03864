// SPDX-License-Identifier: Apache-2.0
kernel thread_as_condition(O: tensor<i32>[N]) {
    if ctx.thread < 128 {
        barrier()
    }
}
