// SPDX-License-Identifier: Apache-2.0
kernel number_as_condition(O: tensor<i32>[N]) {
    if ctx.lane {
    }
}
