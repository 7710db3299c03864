// SPDX-License-Identifier: Apache-2.0
// Each operand of a tile operation keeps its value while calls in later operands and starts are evaluated.
fn same(T: tensor<i32>[1], k: i32) -> i32 {
    return T[0] + k
}
fn made(T: tensor<i32>[1], k: i32) -> tile<i32>[1, 8] {
    return iota(8) * same(T, k)
}
fn mixed(T: tensor<i32>[1], t: tile<i32>[R, C]) -> tile<i32>[R, C] {
    return t * same(T, 1) - t * same(T, 2) + same(T, 3)
}

@launch(64)
kernel calls_in_tile_operations(T: tensor<i32>[1], O: tensor<i32>[8, 8]) {
    var t: tile<i32>[1, 8] = iota(8)
    O[0, :] = t * same(T, 2) + same(T, 3)
    O[1, :] = same(T, 2) - t * same(T, 3)
    O[2, :] = t[0, same(T, 1) :+ 8] * same(T, 2) - t[0, same(T, 2) :+ 8] * same(T, 3)
    O[3, :] = made(T, 2) - made(T, 3)
    O[4, :] = where(made(T, 1) > same(T, 3), made(T, 5), same(T, 6))
    O[same(T, 5), same(T, 2) :+ 8] = made(T, 4)
    O[same(T, 5), same(T, 0) :+ 2] = same(T, 9)
    t[0, same(T, 1) :+ 8] += made(T, 3)
    t[0, same(T, 0) :+ 3] -= same(T, 2)
    O[6, :] = t
    t = made(T, 1)
    t[same(T, 0), same(T, 2) :+ 8] *= made(T, 4) + same(T, 1)
    O[7, :] = max(t, mixed(T, t))
}
