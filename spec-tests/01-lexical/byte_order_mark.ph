// SPDX-License-Identifier: Apache-2.0
kernel byte_order_mark(O: tensor<i32>[N]) {
}
