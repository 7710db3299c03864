// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel scalar_parameters_of_every_type(
    a: i8, b: u8, c: i32, d: u32, e: i64, p: f16, q: bf16, r: f32, s: f64, y: bool, I: tensor<i64>[5],
    F: tensor<f64>[4], B: tensor<bool>[1]
) {
    if ctx.thread == 0 {
        I[0] = i64(a)
        I[1] = i64(b)
        I[2] = i64(c)
        I[3] = i64(d)
        I[4] = e
        F[0] = f64(p)
        F[1] = f64(q)
        F[2] = f64(r)
        F[3] = s
        B[0] = y
    }
}
