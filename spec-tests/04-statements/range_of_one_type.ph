// SPDX-License-Identifier: Apache-2.0
kernel range_of_one_type(O: tensor<i32>[N]) {
    for i in range(ctx.lane, 4) {
    }
}
