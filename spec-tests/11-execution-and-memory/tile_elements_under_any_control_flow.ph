// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel tile_elements_under_any_control_flow(O: tensor<i32>[64]) {
    var s: tile<i32>[64]
    let t = ctx.thread
    s[t] = t
    for i in range(t % 4) {
        s[t] += 10
        if s[t] % 3 == 0 {
            s[t] = s[t] * 2
            break
        }
    }
    O[t] = s[t]
}
