// SPDX-License-Identifier: Apache-2.0
fn step(i: i32) {
    if i > 3 {
        return
    }
    barrier()
}

kernel barrier_in_function_after_return_of_lanes(X: tensor<i32>[N], O: tensor<i32>[N]) {
    step(ctx.lane)
}
