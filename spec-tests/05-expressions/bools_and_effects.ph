// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel bools_and_effects(C: tensor<i32>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    let odd = t % 2 == 1
    let a = (odd & true) | (!odd ^ false)
    let b = odd != (atomic_add(C, t, 1) == 0)
    let c = (odd ^ b) == true
    O[t] = where(a, 1, 0) + where(b, 2, 0) + where(c, 4, 0)
}
