// SPDX-License-Identifier: Apache-2.0
kernel program_id_of_a_variable(n: i32, O: tensor<i32>[N]) {
    O[ctx.thread] = program_id(n)
}
