// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel loop_values(start: i32, end: i32, step: i32, O: tensor<i32>[9]) {
    if ctx.thread == 0 {
        var n = 0
        for i in range(start, end, step) {
            if n < 8 {
                O[n] = i
            }
            n += 1
        }
        O[8] = n
    }
}
