// SPDX-License-Identifier: Apache-2.0
@autotune(S in [4], T in [S])
kernel autotune_of_another_constant(O: tensor<i32>[N]) {
    O[ctx.thread] = S + T
}
