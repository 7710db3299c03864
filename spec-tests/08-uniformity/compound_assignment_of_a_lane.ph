// SPDX-License-Identifier: Apache-2.0
kernel compound_assignment_of_a_lane(O: tensor<i32>[N]) {
    var n = 3
    n *= ctx.lane
    if n > 3 { barrier() }
}
