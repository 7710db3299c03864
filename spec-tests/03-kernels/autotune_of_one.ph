// SPDX-License-Identifier: Apache-2.0
@autotune(A in [1, 2, 5])
kernel autotune_of_one(O: tensor<i32>[N]) {
}
