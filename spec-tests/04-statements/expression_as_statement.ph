// SPDX-License-Identifier: Apache-2.0
kernel expression_as_statement(O: tensor<i32>[N]) {
    ctx.lane + 1
}
