// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel functions_f16(
    X: tensor<f16>[N],
    EXP: tensor<f16>[N],
    LOG: tensor<f16>[N],
    TANH: tensor<f16>[N],
    SIN: tensor<f16>[N],
    COS: tensor<f16>[N],
    RSQRT: tensor<f16>[N]
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
