// SPDX-License-Identifier: Apache-2.0
kernel element_as_scalar(O: tensor<i32>[N]) {
    O[0] = O[1]
}
