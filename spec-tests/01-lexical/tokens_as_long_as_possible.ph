// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel tokens_as_long_as_possible(X: tensor<i32>[4], P: tensor<bool>[4], O: tensor<i32>[16], Q: tensor<bool>[8]) {
    if ctx.thread == 0 {
        let a = X[0]
        let b = X[1]
        O[0] = a--b
        O[1] = a- -b
        O[2] = a-~b
        O[3] = ~~a
        O[4] = a<<b>>1
        var c = a
        c<<=b
        O[5] = c
        c>>=1
        O[6] = c
        c+=-b
        O[7] = c
        c-=-b
        O[8] = c
        c%=b
        O[9] = c
        O[10] = a*-b
        O[11] = a/-b
        O[12] = a&~b
        O[13] = a^-b
        O[14] = a|-b
        O[15] = a%-b
        Q[0] = a<-b
        Q[1] = a>-b
        Q[2] = a<=b
        Q[3] = a>=-b
        Q[4] = !!P[0]
        Q[5] = !P[0]==P[1]
        Q[6] = a!=-b
        Q[7] = !P[0]&&!P[1]||P[2]
    }
}
