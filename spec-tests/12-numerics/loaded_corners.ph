// SPDX-License-Identifier: Apache-2.0
// What compilers, processors and cards may do otherwise, with values that are loaded.
@launch(64)
kernel loaded_corners(
    X: tensor<f32>[11], Y: tensor<f64>[4], Z: tensor<f16>[4], W: tensor<bf16>[7], V: tensor<i32>[4],
    F: tensor<f32>[15], D: tensor<f64>[6], H: tensor<f16>[8], B: tensor<bf16>[7], I: tensor<i32>[8], L: tensor<i64>[1],
    U: tensor<u32>[1], C: tensor<i8>[1]
) {
    if ctx.thread == 0 {
        let p = X[0]
        let n = X[1]
        let no = X[2]
        let one = X[3]
        let big = X[4]
        let tiny = X[5]
        let normal = X[6]
        let above = X[7]
        let between = X[8]
        let large = X[9]
        let wide = X[10]
        let dp = Y[0]
        let dn = Y[1]
        let dno = Y[2]
        let done = Y[3]
        let hp = Z[0]
        let hn = Z[1]
        let hno = Z[2]
        let hone = Z[3]
        let bp = W[0]
        let bn = W[1]
        let bno = W[2]
        let bone = W[3]
        let x = W[4]
        let y = W[5]
        let z = W[6]
        let least = V[0]
        let minus = V[1]
        let most = V[2]
        let bytes = V[3]
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
