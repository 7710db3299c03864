// SPDX-License-Identifier: Apache-2.0
kernel store_as_statement(O: tensor<i32>[N]) {
    store(O[0 :+ 4], 1)
}
