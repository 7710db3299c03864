// SPDX-License-Identifier: Apache-2.0
kernel range_of_integers(O: tensor<i32>[N]) {
    for i in range(4) {
    }
}
