// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel functions_f64(
    X: tensor<f64>[N],
    EXP: tensor<f64>[N],
    LOG: tensor<f64>[N],
    TANH: tensor<f64>[N],
    SIN: tensor<f64>[N],
    COS: tensor<f64>[N],
    RSQRT: tensor<f64>[N]
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
