// SPDX-License-Identifier: Apache-2.0
@launch(256)
kernel bytes_packed_and_unpacked(X: tensor<i8>[256], P: tensor<u32>[256], O: tensor<i32>[256]) {
    let t = ctx.thread
    let x = i32(X[t])
    let one = u32(x) & 255
    let packed = one | one << 8 | one << 16 | one << 24
    P[t] = packed
    O[t] = (i32(packed) << 8 * (t % 4)) >> 24
}
