// SPDX-License-Identifier: Apache-2.0
fn mean(x: f32) -> f32 {
    return sum<over ctx.thread>(x) / f32(ctx.threads)
}

fn spread(x: f32) -> f32 {
    let d = x - mean(x)
    return mean(d * d)
}

@launch(128)
kernel collectives_in_functions(O: tensor<f32>[128]) {
    O[ctx.thread] = spread(f32(ctx.thread % 4))
}
