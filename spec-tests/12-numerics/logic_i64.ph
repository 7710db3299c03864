// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel logic_i64(
    A: tensor<i64>[N],
    B: tensor<i64>[N],
    AND: tensor<i64>[N],
    OR: tensor<i64>[N],
    XOR: tensor<i64>[N],
    MIN: tensor<i64>[N],
    MAX: tensor<i64>[N],
    NOT: tensor<i64>[N],
    NEG: tensor<i64>[N],
    ABS: tensor<i64>[N],
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
