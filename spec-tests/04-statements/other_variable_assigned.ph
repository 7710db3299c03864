// SPDX-License-Identifier: Apache-2.0
kernel other_variable_assigned(O: tensor<i32>[N]) {
    var j = 0
    for i in range(4) {
        j += 1
    }
}
