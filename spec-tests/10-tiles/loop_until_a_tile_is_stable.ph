// SPDX-License-Identifier: Apache-2.0
// Labels spread over neighbours until nothing changes: tile operations in a loop whose condition is a collective, and a
// thread's own look at the elements of two tiles.
@launch(64)
@autotune(N in [33, 1, 7, 32])
kernel loop_until_a_tile_is_stable(X: tensor<bool>[N, N], O: tensor<i32>[N, N], TURNS: tensor<i32>[1]) {
    let open = X[:, :]
    var label: tile<i32>[N, N] = where(open, N * transpose(iota(N)) + iota(N) + 1, 0)
    var changed = true
    var turns = 0
    while any<over ctx.thread>(changed) {
        let across = max(label[:, -1 :+ N], label[:, 1 :+ N])
        let along = max(label[-1 :+ N, :], label[1 :+ N, :])
        let next = where(open, max(label, max(across, along)), 0)
        changed = false
        for e in range(ctx.thread, N * N, ctx.threads) {
            changed = changed | (next[e / N, e % N] != label[e / N, e % N])
        }
        label = next
        turns += 1
    }
    O[:, :] = label
    if ctx.thread == 0 {
        TURNS[0] = turns
    }
}
