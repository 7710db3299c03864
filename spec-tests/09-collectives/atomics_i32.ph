// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomics_i32(
    X: tensor<i32>[B, 64], ADD: tensor<i32>[2], MIN: tensor<i32>[2], MAX: tensor<i32>[2],
    AND: tensor<i32>[2], OR: tensor<i32>[2], XOR: tensor<i32>[2]
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
