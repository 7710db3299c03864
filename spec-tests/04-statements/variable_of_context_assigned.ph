// SPDX-License-Identifier: Apache-2.0
kernel variable_of_context_assigned(O: tensor<i32>[N]) {
    var lane = ctx.lane
    lane = 1
}
