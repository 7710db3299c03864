// SPDX-License-Identifier: Apache-2.0
@autotune(S in [4], T in [4])
kernel autotune_of_its_own_values(O: tensor<i32>[N]) {
    O[ctx.thread] = S + T
}
