// SPDX-License-Identifier: Apache-2.0
kernel condition_of_a_variable_assigned_by_lanes(O: tensor<i32>[N]) {
    var m = 1
    var n = 2
    if ctx.lane == 0 { m = 3 }
    if m > 1 { barrier() }
    O[ctx.thread] = m + n
}
