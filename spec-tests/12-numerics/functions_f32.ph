// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel functions_f32(
    X: tensor<f32>[N],
    EXP: tensor<f32>[N],
    LOG: tensor<f32>[N],
    TANH: tensor<f32>[N],
    SIN: tensor<f32>[N],
    COS: tensor<f32>[N],
    RSQRT: tensor<f32>[N]
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
