// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel rounding_f16(
    X: tensor<f16>[N],
    NEG: tensor<f16>[N],
    ABS: tensor<f16>[N],
    SQRT: tensor<f16>[N],
    FLOOR: tensor<f16>[N],
    CEIL: tensor<f16>[N],
    TRUNC: tensor<f16>[N],
    ROUND: tensor<f16>[N]
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
