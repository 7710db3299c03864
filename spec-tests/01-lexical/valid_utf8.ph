// SPDX-License-Identifier: Apache-2.0
// ÿ
kernel k(O: tensor<i32>[N]) {
}
