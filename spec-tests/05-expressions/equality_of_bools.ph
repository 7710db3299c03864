// SPDX-License-Identifier: Apache-2.0
kernel equality_of_bools(P: tensor<bool>[N]) {
    P[0] = P[1] == P[2]
}
