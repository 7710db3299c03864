// SPDX-License-Identifier: Apache-2.0
// bell 	
kernel k(O: tensor<i32>[N]) {
}
