// SPDX-License-Identifier: Apache-2.0
kernel exchanged_value_as_condition(X: tensor<i32>[M], O: tensor<i32>[N]) {
    let old = atomic_exchange(X, ctx.thread, 1)
    if old > 3 { barrier() }
}
