// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel logic_i32(
    A: tensor<i32>[N],
    B: tensor<i32>[N],
    AND: tensor<i32>[N],
    OR: tensor<i32>[N],
    XOR: tensor<i32>[N],
    MIN: tensor<i32>[N],
    MAX: tensor<i32>[N],
    NOT: tensor<i32>[N],
    NEG: tensor<i32>[N],
    ABS: tensor<i32>[N],
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
