// SPDX-License-Identifier: Apache-2.0
@aligned(M = 4)
kernel aligned_of_no_dim(O: tensor<i32>[N]) {
}
