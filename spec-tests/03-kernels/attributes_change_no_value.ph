// SPDX-License-Identifier: Apache-2.0
@launch(64) @pipeline(3) @cluster(2, 1)
@dynshared @registers(64)
@swizzle(anything [in] {brackets})
kernel attributes_change_no_value(O: tensor<i32>[64]) {
    O[ctx.thread] = ctx.thread
}
