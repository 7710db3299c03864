// SPDX-License-Identifier: Apache-2.0
@launch(3 * ctx.lanes)
kernel collective_result_in_every_thread(X: tensor<f32>[T], LANE: tensor<f32>[T], THREAD: tensor<f32>[T]) {
    let x = X[ctx.thread]
    LANE[ctx.thread] = sum<over ctx.lane>(x)
    THREAD[ctx.thread] = sum<over ctx.thread>(x)
}
