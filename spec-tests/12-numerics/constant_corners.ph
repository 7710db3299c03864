// SPDX-License-Identifier: Apache-2.0
// The corners of loaded_corners.ph, with constants: a compiler folds them.
@launch(64)
kernel constant_corners(
    F: tensor<f32>[15], D: tensor<f64>[6], H: tensor<f16>[8], B: tensor<bf16>[7], I: tensor<i32>[8], L: tensor<i64>[1],
    U: tensor<u32>[1], C: tensor<i8>[1]
) {
    if ctx.thread == 0 {
        let p: f32 = 0.0
        let n: f32 = -0.0
        let no: f32 = nan
        let one: f32 = 1.0
        let big: f32 = inf
        let tiny: f32 = 1e-45
        let normal: f32 = 1.1754943508222875e-38
        let above: f32 = 65520.0
        let between: f32 = 1.00048828125
        let large: f32 = 3000000000.0
        let wide: f32 = 200.0
        let dp: f64 = 0.0
        let dn: f64 = -0.0
        let dno: f64 = nan
        let done: f64 = 1.0
        let hp: f16 = 0.0
        let hn: f16 = -0.0
        let hno: f16 = nan
        let hone: f16 = 1.0
        let bp: bf16 = 0.0
        let bn: bf16 = -0.0
        let bno: bf16 = nan
        let bone: bf16 = 1.0
        let x: bf16 = 1.5
        let y: bf16 = 1.0859375
        let z: bf16 = 1e-30
        let least = -2147483648
        let minus = -1
        let most = 2147483647
        let bytes = 0x7f7f7f7f
        F[0] = min(p, n)
        F[1] = min(n, p)
        F[2] = max(p, n)
        F[3] = max(n, p)
        F[4] = min(no, one)
        F[5] = min(one, no)
        F[6] = max(no, one)
        F[7] = max(one, no)
        F[8] = big + -big
        F[9] = big - big
        F[10] = sqrt(-one)
        F[11] = tiny + tiny
        F[12] = normal * 0.5
        F[13] = normal / 2.0
        F[14] = tiny * one
        D[0] = min(dp, dn)
        D[1] = min(dn, dp)
        D[2] = max(dp, dn)
        D[3] = max(dn, dp)
        D[4] = min(dno, done)
        D[5] = max(done, dno)
        H[0] = min(hp, hn)
        H[1] = min(hn, hp)
        H[2] = max(hp, hn)
        H[3] = max(hn, hp)
        H[4] = min(hno, hone)
        H[5] = max(hone, hno)
        H[6] = f16(above)
        H[7] = f16(between)
        B[0] = min(bp, bn)
        B[1] = min(bn, bp)
        B[2] = max(bp, bn)
        B[3] = max(bn, bp)
        B[4] = min(bno, bone)
        B[5] = max(bone, bno)
        B[6] = fma(x, y, z)
        I[0] = i32(no)
        I[1] = i32(big)
        I[2] = i32(-big)
        I[3] = i32(large)
        I[4] = i32(dno)
        I[5] = least / minus
        I[6] = least % minus
        I[7] = dp4a(bytes, bytes, most)
        L[0] = i64(no)
        U[0] = u32(-one)
        C[0] = i8(wide)
    }
}
