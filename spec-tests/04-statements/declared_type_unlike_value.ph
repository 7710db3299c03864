// SPDX-License-Identifier: Apache-2.0
kernel declared_type_unlike_value(O: tensor<i32>[N]) {
    let a: f32 = ctx.lane
}
