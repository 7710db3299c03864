// SPDX-License-Identifier: Apache-2.0
@launch(64)
@autotune(A in [3, 5, 4], B in [16, 128])
kernel autotune_choices(O: tensor<i32>[2]) {
    var s: tile<i32>[A]
    if ctx.thread == 0 {
        O[0] = A * 10 + extent(s, 0)
        O[1] = B
    }
}
