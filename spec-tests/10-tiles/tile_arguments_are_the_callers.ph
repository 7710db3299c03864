// SPDX-License-Identifier: Apache-2.0
// A `var` tile is passed as itself, under one name or two: what the function stores is seen by all. An expression is a
// new tile.
fn add_twice(t: tile<i32>[4, 4], u: tile<i32>[4, 4]) {
    t += u
    t += u
}
fn read_after(t: tile<i32>[4, 4], u: tile<i32>[4, 4]) -> tile<i32>[4, 4] {
    u[0, :] = 100
    return t * 10
}

@launch(64)
kernel tile_arguments_are_the_callers(
    A: tensor<i32>[4, 4], O: tensor<i32>[4, 4], P: tensor<i32>[4, 4], Q: tensor<i32>[4, 4], R: tensor<i32>[4, 4]
) {
    var t: tile<i32>[4, 4] = A[:, :]
    add_twice(t, t)
    O[:, :] = t
    add_twice(t, A[:, :] + 1)
    P[:, :] = t
    Q[:, :] = read_after(t, t)
    t = A[:, :]
    R[:, :] = read_after(t + 0, t)
}
