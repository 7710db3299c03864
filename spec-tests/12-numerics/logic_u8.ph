// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel logic_u8(
    A: tensor<u8>[N],
    B: tensor<u8>[N],
    AND: tensor<u8>[N],
    OR: tensor<u8>[N],
    XOR: tensor<u8>[N],
    MIN: tensor<u8>[N],
    MAX: tensor<u8>[N],
    NOT: tensor<u8>[N],
    NEG: tensor<u8>[N],
    ABS: tensor<u8>[N],
    COMPARED: tensor<i32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let a = A[i]
        let b = B[i]
        AND[i] = a & b
        OR[i] = a | b
        XOR[i] = a ^ b
        MIN[i] = min(a, b)
        MAX[i] = max(a, b)
        NOT[i] = ~a
        NEG[i] = -a
        ABS[i] = abs(a)
        let order = where(a < b, 1, 0) + where(a <= b, 2, 0) + where(a > b, 4, 0) + where(a >= b, 8, 0)
        COMPARED[i] = order + where(a == b, 16, 0) + where(a != b, 32, 0)
    }
}
