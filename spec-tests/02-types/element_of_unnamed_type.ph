// SPDX-License-Identifier: Apache-2.0
kernel element_of_unnamed_type(X: tensor<float>[N]) {
}
