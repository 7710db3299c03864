// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel literals_of_each_float_type(O: tensor<f64>[4]) {
    if ctx.thread == 0 {
        O[0] = f64(f16(1.0) + 0.1)
        O[1] = f64(0.1)
        O[2] = f64(0.5) + 0.1
        O[3] = f64(16777217)
    }
}
