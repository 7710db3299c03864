// SPDX-License-Identifier: Apache-2.0
@launch(64)
@launch(64)
kernel attribute_twice(O: tensor<i32>[N]) {
}
