// SPDX-License-Identifier: Apache-2.0
@autotune(T in [4])
kernel setting_that_makes_a_tile_larger(O: tensor<i32>[N]) {
    let t: tile<i32>[T, 1024] = 1
    if ctx.thread == 0 { O[0] = t[T - 1, 1023] }
}
