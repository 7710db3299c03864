// SPDX-License-Identifier: Apache-2.0
// The wider of two integers of one signedness; each operation wraps in it.
@launch(64)
kernel joins_of_integers(
    A: tensor<i8>[1, 16], C: tensor<i32>[16, 1], E: tensor<i64>[16, 1], B: tensor<u8>[1, 16], D: tensor<u32>[16, 1],
    AA: tensor<i8>[1, 16], AC: tensor<i32>[16, 16], AE: tensor<i64>[16, 16], CE: tensor<i64>[16, 1],
    BB: tensor<u8>[1, 16], BD: tensor<u32>[16, 16]
) {
    AA[:, :] = A[:, :] + A[:, :]
    AC[:, :] = A[:, :] * C[:, :]
    AE[:, :] = E[:, :] - A[:, :]
    CE[:, :] = C[:, :] + E[:, :]
    BB[:, :] = B[:, :] - 200
    BD[:, :] = B[:, :] * D[:, :]
}
