// SPDX-License-Identifier: Apache-2.0
kernel context_field_known(O: tensor<i32>[N]) {
    O[0] = ctx.thread
}
