// SPDX-License-Identifier: Apache-2.0
fn root(x: f32) -> f32 {
    return x
}
kernel function_named_otherwise(O: tensor<i32>[N]) {
}
