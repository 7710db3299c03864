// SPDX-License-Identifier: Apache-2.0
@persistent
@tensorcore
kernel attributes_without_effect_are_noted(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
