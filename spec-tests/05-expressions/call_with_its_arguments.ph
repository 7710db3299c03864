// SPDX-License-Identifier: Apache-2.0
fn half(x: i32) -> i32 {
    return x / 2
}

kernel call_with_its_arguments(O: tensor<i32>[N]) {
    O[ctx.thread] = half(4 + 2)
}
