// SPDX-License-Identifier: Apache-2.0
kernel range_of_two_types(O: tensor<i32>[N]) {
    for i in range(ctx.lane, i64(4)) {
    }
}
