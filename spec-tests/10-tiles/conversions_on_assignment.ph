// SPDX-License-Identifier: Apache-2.0
// A declaration and an assignment convert between float types, each rounding once, to nearest even.
@launch(64)
kernel conversions_on_assignment(
    X: tensor<f64>[1, N], F: tensor<f32>[1, N], H: tensor<f16>[1, N], B: tensor<bf16>[1, N],
    DF: tensor<f32>[1, N], DH: tensor<f16>[1, N], DB: tensor<bf16>[1, N], FH: tensor<f16>[1, N],
    FB: tensor<bf16>[1, N], HB: tensor<bf16>[1, N], BH: tensor<f16>[1, N], HF: tensor<f32>[1, N],
    BD: tensor<f64>[1, N]
) {
    for c in range(0, N, 32) {
        DF[:, c :+ 32] = X[:, c :+ 32]
        DH[:, c :+ 32] = X[:, c :+ 32]
        DB[:, c :+ 32] = X[:, c :+ 32]
        let h: tile<f16>[1, 32] = F[:, c :+ 32]
        FH[:, c :+ 32] = h
        var b: tile<bf16>[1, 32] = 0.0
        b = F[:, c :+ 32]
        FB[:, c :+ 32] = b
        HB[:, c :+ 32] = H[:, c :+ 32]
        BH[:, c :+ 32] = B[:, c :+ 32]
        HF[:, c :+ 32] = H[:, c :+ 32]
        BD[:, c :+ 32] = B[:, c :+ 32]
    }
}
