// SPDX-License-Identifier: Apache-2.0
kernel store_as_operand(O: tensor<i32>[N]) {
    let x = store(O[0 :+ 4], 1)
}
