// SPDX-License-Identifier: Apache-2.0
// 0, +0 or false stands outside, of every element type.
@launch(64)
kernel slices_of_every_type(
    A: tensor<f16>[M, N], B: tensor<bf16>[M, N], C: tensor<f32>[M, N], D: tensor<f64>[M, N], E: tensor<i8>[M, N],
    F: tensor<u8>[M, N], G: tensor<i32>[M, N], H: tensor<u32>[M, N], I: tensor<i64>[M, N], J: tensor<bool>[M, N],
    OA: tensor<f16>[3, 35], OB: tensor<bf16>[3, 35], OC: tensor<f32>[3, 35], OD: tensor<f64>[3, 35],
    OE: tensor<i8>[3, 35], OF: tensor<u8>[3, 35], OG: tensor<i32>[3, 35], OH: tensor<u32>[3, 35],
    OI: tensor<i64>[3, 35], OJ: tensor<bool>[3, 35]
) {
    OA[:, :] = A[-1 :+ 3, -1 :+ 35]
    OB[:, :] = B[-1 :+ 3, -1 :+ 35]
    OC[:, :] = C[-1 :+ 3, -1 :+ 35]
    OD[:, :] = D[-1 :+ 3, -1 :+ 35]
    OE[:, :] = E[-1 :+ 3, -1 :+ 35]
    OF[:, :] = F[-1 :+ 3, -1 :+ 35]
    OG[:, :] = G[-1 :+ 3, -1 :+ 35]
    OH[:, :] = H[-1 :+ 3, -1 :+ 35]
    OI[:, :] = I[-1 :+ 3, -1 :+ 35]
    OJ[:, :] = J[-1 :+ 3, -1 :+ 35]
}
