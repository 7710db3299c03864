// SPDX-License-Identifier: Apache-2.0
kernel declared_type_like_value(O: tensor<i32>[N]) {
    let a: i32 = ctx.lane
}
