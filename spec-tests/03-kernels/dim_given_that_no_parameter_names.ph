// SPDX-License-Identifier: Apache-2.0
kernel dim_given_that_no_parameter_names(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
