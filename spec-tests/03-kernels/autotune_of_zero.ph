// SPDX-License-Identifier: Apache-2.0
@autotune(A in [0, 2, 5])
kernel autotune_of_zero(O: tensor<i32>[N]) {
}
