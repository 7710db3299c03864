// SPDX-License-Identifier: Apache-2.0
kernel call_as_statement(O: tensor<i32>[N]) {
    abs(ctx.lane)
}
