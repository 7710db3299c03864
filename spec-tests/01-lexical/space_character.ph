// SPDX-License-Identifier: Apache-2.0
kernel k(O: tensor<i32>[N]) {
    O[0] =  1
}
