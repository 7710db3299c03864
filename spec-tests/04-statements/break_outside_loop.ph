// SPDX-License-Identifier: Apache-2.0
kernel break_outside_loop(O: tensor<i32>[N]) {
    if ctx.lane > 0 {
        break
    }
}
