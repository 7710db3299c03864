// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel rounding_f32(
    X: tensor<f32>[N],
    NEG: tensor<f32>[N],
    ABS: tensor<f32>[N],
    SQRT: tensor<f32>[N],
    FLOOR: tensor<f32>[N],
    CEIL: tensor<f32>[N],
    TRUNC: tensor<f32>[N],
    ROUND: tensor<f32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let x = X[i]
        NEG[i] = -x
        ABS[i] = abs(x)
        SQRT[i] = sqrt(x)
        FLOOR[i] = floor(x)
        CEIL[i] = ceil(x)
        TRUNC[i] = trunc(x)
        ROUND[i] = round(x)
    }
}
