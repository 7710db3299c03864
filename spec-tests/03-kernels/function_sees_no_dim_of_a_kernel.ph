// SPDX-License-Identifier: Apache-2.0
fn last() -> i32 {
    return N - 1
}

kernel function_sees_no_dim_of_a_kernel(O: tensor<i32>[N]) {
    O[ctx.thread] = last()
}
