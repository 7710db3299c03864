// SPDX-License-Identifier: Apache-2.0
fn clear(t: tile<i32>[4]) {
    if ctx.thread == 0 { t[0] = 0 }
}

kernel var_tile_stored_to_in_a_function(O: tensor<i32>[4]) {
    var t: tile<i32>[4] = 1
    clear(t)
    O[:] = t
}
