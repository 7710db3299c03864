// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel components_stored_one_by_one(O: tensor<i32>[1]) {
    var s: tile<i32>[8]
    if ctx.thread == 0 {
        for j in range(8) {
            s[j] = j + 1
        }
        O[0] = sum(s[0 :+ 8])
    }
}
