// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel loop_left_only_from_inside(O: tensor<i32>[64]) {
    var x = ctx.thread
    var arm = 0
    while true {
        if x == 1 || x == 2 {
            arm = 12
            break
        } else if x == 3 {
            arm = 3
            break
        } else if x <= 0 {
            arm = -1
            break
        }
        x -= 3
    }
    O[ctx.thread] = arm
}
