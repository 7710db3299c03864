// SPDX-License-Identifier: Apache-2.0
kernel comment_to_the_end_of_the_line(O: tensor<i32>[N]) {
    O[0] = 1 // one
}
