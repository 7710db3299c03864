// SPDX-License-Identifier: Apache-2.0
// row_sum.ph written otherwise: the interpreter should take about as long.
@launch(256)
kernel extra_local(X: tensor<f32>[R, K], O: tensor<f32>[R]) {
    let r = ctx.block.x
    var acc: f32 = 0.0
    for k in range(ctx.thread, K, ctx.threads) {
        let x = X[r, k]
        acc += x
    }
    let total = sum<over ctx.thread>(acc)
    if ctx.thread == 0 {
        O[r] = total
    }
}

@launch(256)
kernel swapped_operands(X: tensor<f32>[R, K], O: tensor<f32>[R]) {
    let r = ctx.block.x
    var acc: f32 = 0.0
    for k in range(ctx.thread, K, ctx.threads) {
        acc = X[r, k] + acc
    }
    let total = sum<over ctx.thread>(acc)
    if ctx.thread == 0 {
        O[r] = total
    }
}

@launch(256)
kernel element_type(X: tensor<i32>[R, K], O: tensor<i32>[R]) {
    let r = ctx.block.x
    var acc: i32 = 0
    for k in range(ctx.thread, K, ctx.threads) {
        acc += X[r, k]
    }
    let total = sum<over ctx.thread>(acc)
    if ctx.thread == 0 {
        O[r] = total
    }
}

fn added(acc: f32, x: f32) -> f32 {
    return acc + x
}
@launch(256)
kernel in_fn(X: tensor<f32>[R, K], O: tensor<f32>[R]) {
    let r = ctx.block.x
    var acc: f32 = 0.0
    for k in range(ctx.thread, K, ctx.threads) {
        acc = added(acc, X[r, k])
    }
    let total = sum<over ctx.thread>(acc)
    if ctx.thread == 0 {
        O[r] = total
    }
}

@launch(256)
kernel reversed_loop(X: tensor<f32>[R, K], O: tensor<f32>[R]) {
    let r = ctx.block.x
    var acc: f32 = 0.0
    for k in range(K - ctx.threads + ctx.thread, -1, -ctx.threads) {
        acc += X[r, k]
    }
    let total = sum<over ctx.thread>(acc)
    if ctx.thread == 0 {
        O[r] = total
    }
}
