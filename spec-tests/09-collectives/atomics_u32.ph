// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomics_u32(
    X: tensor<u32>[B, 64], ADD: tensor<u32>[2], MIN: tensor<u32>[2], MAX: tensor<u32>[2],
    AND: tensor<u32>[2], OR: tensor<u32>[2], XOR: tensor<u32>[2]
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
