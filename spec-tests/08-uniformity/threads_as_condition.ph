// SPDX-License-Identifier: Apache-2.0
kernel threads_as_condition(O: tensor<i32>[N]) {
    if ctx.threads < 128 {
        barrier()
    }
}
