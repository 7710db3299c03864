// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel rounding_bf16(
    X: tensor<bf16>[N],
    NEG: tensor<bf16>[N],
    ABS: tensor<bf16>[N],
    SQRT: tensor<bf16>[N],
    FLOOR: tensor<bf16>[N],
    CEIL: tensor<bf16>[N],
    TRUNC: tensor<bf16>[N],
    ROUND: tensor<bf16>[N]
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
