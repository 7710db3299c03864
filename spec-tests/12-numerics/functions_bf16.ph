// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel functions_bf16(
    X: tensor<bf16>[N],
    EXP: tensor<bf16>[N],
    LOG: tensor<bf16>[N],
    TANH: tensor<bf16>[N],
    SIN: tensor<bf16>[N],
    COS: tensor<bf16>[N],
    RSQRT: tensor<bf16>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let x = X[i]
        EXP[i] = exp(x)
        LOG[i] = log(x)
        TANH[i] = tanh(x)
        SIN[i] = sin(x)
        COS[i] = cos(x)
        RSQRT[i] = rsqrt(x)
    }
}
