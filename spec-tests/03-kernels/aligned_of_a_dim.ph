// SPDX-License-Identifier: Apache-2.0
@aligned(N = 4)
kernel aligned_of_a_dim(O: tensor<i32>[N]) {
}
