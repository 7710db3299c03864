// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel names_of_types_as_variables(f32: i32, tensor: tensor<i32>[64]) {
    let u8 = f32 + 1
    var bool = true
    bool = bool && u8 > 2
    tensor[ctx.thread] = i32(u8(u8)) + where(bool, 10, 0)
}
