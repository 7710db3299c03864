// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomics_i64(
    X: tensor<i64>[B, 64], ADD: tensor<i64>[2], MIN: tensor<i64>[2], MAX: tensor<i64>[2],
    AND: tensor<i64>[2], OR: tensor<i64>[2], XOR: tensor<i64>[2]
) {
    let x = X[ctx.block.x, ctx.thread]
    let place = ctx.thread % 2
    atomic_add(ADD, place, x)
    atomic_min(MIN, place, x)
    atomic_max(MAX, place, x)
    atomic_and(AND, place, x)
    atomic_or(OR, place, x)
    atomic_xor(XOR, place, x)
}
