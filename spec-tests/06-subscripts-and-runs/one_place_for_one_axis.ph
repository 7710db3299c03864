// SPDX-License-Identifier: Apache-2.0
kernel one_place_for_one_axis(O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = 1
}
