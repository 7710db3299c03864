// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel rounding_f64(
    X: tensor<f64>[N],
    NEG: tensor<f64>[N],
    ABS: tensor<f64>[N],
    SQRT: tensor<f64>[N],
    FLOOR: tensor<f64>[N],
    CEIL: tensor<f64>[N],
    TRUNC: tensor<f64>[N],
    ROUND: tensor<f64>[N]
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
