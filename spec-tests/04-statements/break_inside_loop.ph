// SPDX-License-Identifier: Apache-2.0
kernel break_inside_loop(O: tensor<i32>[N]) {
    while ctx.lane > 0 {
        break
    }
}
