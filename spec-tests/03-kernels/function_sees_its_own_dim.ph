// SPDX-License-Identifier: Apache-2.0
fn last(O: tensor<i32>[N]) -> i32 {
    return N - 1
}

kernel function_sees_its_own_dim(O: tensor<i32>[N]) {
    O[ctx.thread] = last(O)
}
