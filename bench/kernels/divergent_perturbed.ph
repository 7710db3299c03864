// SPDX-License-Identifier: Apache-2.0
// divergent.ph written otherwise: the interpreter should take about as long.
@launch(256)
kernel extra_local(O: tensor<u32>[N]) {
    let id = ctx.block.x * ctx.threads + ctx.thread
    var x = u32(id) * 2654435761 + 1
    for i in range(0, id % 64) {
        let y = x << 13
        x ^= y
        x ^= x >> 17
        x ^= x << 5
    }
    O[id] = x
}

@launch(256)
kernel swapped_operands(O: tensor<u32>[N]) {
    let id = ctx.block.x * ctx.threads + ctx.thread
    var x = u32(id) * 2654435761 + 1
    for i in range(0, id % 64) {
        x = (x << 13) ^ x
        x = (x >> 17) ^ x
        x = (x << 5) ^ x
    }
    O[id] = x
}

@launch(256)
kernel element_type(O: tensor<i32>[N]) {
    let id = ctx.block.x * ctx.threads + ctx.thread
    var x = i32(id) * 40503 + 1
    for i in range(0, id % 64) {
        x ^= x << 13
        x ^= x >> 17
        x ^= x << 5
    }
    O[id] = x
}

fn next(before: u32) -> u32 {
    var x = before
    x ^= x << 13
    x ^= x >> 17
    x ^= x << 5
    return x
}
@launch(256)
kernel in_fn(O: tensor<u32>[N]) {
    let id = ctx.block.x * ctx.threads + ctx.thread
    var x = u32(id) * 2654435761 + 1
    for i in range(0, id % 64) {
        x = next(x)
    }
    O[id] = x
}

@launch(256)
kernel reversed_loop(O: tensor<u32>[N]) {
    let id = ctx.block.x * ctx.threads + ctx.thread
    var x = u32(id) * 2654435761 + 1
    for i in range(id % 64 - 1, -1, -1) {
        x ^= x << 13
        x ^= x >> 17
        x ^= x << 5
    }
    O[id] = x
}
