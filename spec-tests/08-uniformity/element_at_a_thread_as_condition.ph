// SPDX-License-Identifier: Apache-2.0
kernel element_at_a_thread_as_condition(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if s + extent(X, 0) + X[ctx.thread] > 3 { barrier() }
}
