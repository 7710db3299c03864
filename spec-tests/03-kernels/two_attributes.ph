// SPDX-License-Identifier: Apache-2.0
@launch(64)
@pipeline(3)
kernel two_attributes(O: tensor<i32>[N]) {
}
