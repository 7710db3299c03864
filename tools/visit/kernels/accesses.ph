// SPDX-License-Identifier: Apache-2.0
// Accesses of every shape, for the counters of a card. S is a stride in elements and B a beginning, counted from 1.
@autotune(S in [1], B in [1])
kernel load_f32(X: tensor<f32>[N], O: tensor<f32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = X[i * S + B - 1] + 1.0
}
@autotune(S in [1])
kernel load_f64(X: tensor<f64>[N], O: tensor<f64>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = X[i * S] + 1.0
}
@autotune(S in [1], B in [1])
kernel load_f16(X: tensor<f16>[N], O: tensor<f16>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = X[i * S + B - 1] + 1.0
}
@autotune(S in [1], B in [1])
kernel load_i8(X: tensor<i8>[N], O: tensor<i8>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = X[i * S + B - 1] ^ 1
}
@autotune(S in [1])
kernel store_f32(X: tensor<f32>[T], O: tensor<f32>[N]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i * S] = X[i] + 1.0
}
@autotune(S in [1])
kernel store_i8(X: tensor<i8>[T], O: tensor<i8>[N]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i * S] = X[i] ^ 1
}
@autotune(R in [4])
kernel runs_f32(X: tensor<f32>[N], O: tensor<f32>[M]) {
    let i = (ctx.block.x * ctx.threads + ctx.thread) * R
    store(O[i :+ R], X[i :+ R] + 1.0)
}
@autotune(R in [16], S in [16])
kernel runs_i8(X: tensor<i8>[N], O: tensor<i32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = sum(i32(X[i * S :+ R]))
}
@autotune(B in [2])
kernel run_off_its_place(X: tensor<f32>[N], O: tensor<f32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = sum(X[i * 4 + B - 1 :+ 4])
}
kernel run_f16(X: tensor<f16>[N], O: tensor<f16>[M]) {
    let i = (ctx.block.x * ctx.threads + ctx.thread) * 8
    store(O[i :+ 8], X[i :+ 8] * 2.0)
}
kernel byte_dots(X: tensor<i8>[N], Y: tensor<i8>[N], O: tensor<i32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = sum(i32(X[i * 16 :+ 16]) * i32(Y[i * 16 :+ 16]))
}
kernel one_for_all(X: tensor<f32>[N], O: tensor<f32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = X[ctx.block.x] + 1.0
}
kernel one_for_a_warp(X: tensor<f32>[N], O: tensor<f32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = X[i / 32] + 1.0
}
kernel gathered(X: tensor<f32>[N], I: tensor<i32>[T], O: tensor<f32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = X[I[i]] + 1.0
}
kernel shuffled(X: tensor<f32>[N], O: tensor<f32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = X[i * 37 % 1009] + 1.0
}
kernel backwards(X: tensor<f32>[N], O: tensor<f32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = X[N - 1 - i] + 1.0
}
kernel every_other_lane(X: tensor<f32>[N], O: tensor<f32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if ctx.lane % 2 == 0 {
        O[i] = X[i] + 1.0
    }
}
kernel first_lanes(X: tensor<f32>[N], O: tensor<f32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if ctx.lane < 5 {
        O[i] = X[i] + 1.0
    }
}
kernel ragged_end(X: tensor<f32>[N], O: tensor<f32>[N]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        O[i] = X[i] + 1.0
    }
}
kernel column(A: tensor<f32>[R, K], O: tensor<f32>[R]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = A[i, 3] + 1.0
}
@autotune(S in [1])
kernel shared_f32(X: tensor<f32>[T], O: tensor<f32>[T]) {
    var t: tile<f32>[1, 2048]
    let i = ctx.block.x * ctx.threads + ctx.thread
    t[0, ctx.lane * S + ctx.warp] = X[i]
    barrier()
    O[i] = t[0, (ctx.lane ^ 1) * S + ctx.warp] + 1.0
}
@autotune(S in [1])
kernel shared_f64(X: tensor<f64>[T], O: tensor<f64>[T]) {
    var t: tile<f64>[1, 2048]
    let i = ctx.block.x * ctx.threads + ctx.thread
    t[0, ctx.lane * S + ctx.warp] = X[i]
    barrier()
    O[i] = t[0, (ctx.lane ^ 1) * S + ctx.warp] + 1.0
}
@autotune(S in [4])
kernel shared_runs(X: tensor<f32>[T], O: tensor<f32>[T]) {
    var t: tile<f32>[1, 2048]
    let i = ctx.block.x * ctx.threads + ctx.thread
    store(t[0, ctx.lane * S :+ 4], X[i])
    barrier()
    O[i] = sum(t[0, (ctx.lane ^ 1) * S :+ 4])
}
