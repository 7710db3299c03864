// SPDX-License-Identifier: Apache-2.0
// One step of diffusion on a three-dimensional grid: each cell moves towards the mean of its six neighbours, those
// outside being the cell itself. Blocks in z and y take one row each, blocks in x 64 cells of it.
//
//     phobos-run examples/stencil_3d.ph --in X=x.npy --out O=o.npy --scalar rate=0.5 --grid "ceil_div(W, 64), H, D"
fn cell(X: tensor<f32>[D, H, W], z: i32, y: i32, x: i32) -> f32 {
    return X[max(0, min(z, D - 1)), max(0, min(y, H - 1)), max(0, min(x, W - 1))]
}

@launch(64)
kernel stencil_3d(rate: f32, X: tensor<f32>[D, H, W], O: tensor<f32>[D, H, W]) {
    let z = ctx.block.z
    let y = ctx.block.y
    let x = ctx.block.x * ctx.threads + ctx.thread
    if x < W {
        let here = X[z, y, x]
        let along_x = cell(X, z, y, x - 1) + cell(X, z, y, x + 1)
        let along_y = cell(X, z, y - 1, x) + cell(X, z, y + 1, x)
        let along_z = cell(X, z - 1, y, x) + cell(X, z + 1, y, x)
        let mean = (along_x + along_y + along_z) / 6.0
        O[z, y, x] = here + rate * (mean - here)
    }
}
