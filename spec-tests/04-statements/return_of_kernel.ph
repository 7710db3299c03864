// SPDX-License-Identifier: Apache-2.0
kernel return_of_kernel(O: tensor<i32>[N]) {
    return
}
