// SPDX-License-Identifier: Apache-2.0
kernel exchanged_value_of_all_as_condition(X: tensor<i32>[M], O: tensor<i32>[N]) {
    let old = atomic_exchange(X, ctx.thread, 1)
    if any<over ctx.thread>(old > 3) { barrier() }
}
