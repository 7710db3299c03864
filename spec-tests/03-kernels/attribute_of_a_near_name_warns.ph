// SPDX-License-Identifier: Apache-2.0
@lunch(64)
kernel attribute_of_a_near_name_warns(O: tensor<i32>[N]) {
    O[ctx.thread] = ctx.threads
}
