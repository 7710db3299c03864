// SPDX-License-Identifier: Apache-2.0
kernel context_assigned(O: tensor<i32>[N]) {
    var lane = ctx.lane
    ctx.lane = 1
}
