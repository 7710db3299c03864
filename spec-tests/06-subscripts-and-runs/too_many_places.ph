// SPDX-License-Identifier: Apache-2.0
kernel too_many_places(O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t, 0] = 1
}
