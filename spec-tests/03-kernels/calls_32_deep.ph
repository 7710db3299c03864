// SPDX-License-Identifier: Apache-2.0
fn f0_(x: i32) -> i32 { return x }
fn f1_(x: i32) -> i32 { return f0_(x) }
fn f2_(x: i32) -> i32 { return f1_(x) }
fn f3_(x: i32) -> i32 { return f2_(x) }
fn f4_(x: i32) -> i32 { return f3_(x) }
fn f5_(x: i32) -> i32 { return f4_(x) }
fn f6_(x: i32) -> i32 { return f5_(x) }
fn f7_(x: i32) -> i32 { return f6_(x) }
fn f8_(x: i32) -> i32 { return f7_(x) }
fn f9_(x: i32) -> i32 { return f8_(x) }
fn f10_(x: i32) -> i32 { return f9_(x) }
fn f11_(x: i32) -> i32 { return f10_(x) }
fn f12_(x: i32) -> i32 { return f11_(x) }
fn f13_(x: i32) -> i32 { return f12_(x) }
fn f14_(x: i32) -> i32 { return f13_(x) }
fn f15_(x: i32) -> i32 { return f14_(x) }
fn f16_(x: i32) -> i32 { return f15_(x) }
fn f17_(x: i32) -> i32 { return f16_(x) }
fn f18_(x: i32) -> i32 { return f17_(x) }
fn f19_(x: i32) -> i32 { return f18_(x) }
fn f20_(x: i32) -> i32 { return f19_(x) }
fn f21_(x: i32) -> i32 { return f20_(x) }
fn f22_(x: i32) -> i32 { return f21_(x) }
fn f23_(x: i32) -> i32 { return f22_(x) }
fn f24_(x: i32) -> i32 { return f23_(x) }
fn f25_(x: i32) -> i32 { return f24_(x) }
fn f26_(x: i32) -> i32 { return f25_(x) }
fn f27_(x: i32) -> i32 { return f26_(x) }
fn f28_(x: i32) -> i32 { return f27_(x) }
fn f29_(x: i32) -> i32 { return f28_(x) }
fn f30_(x: i32) -> i32 { return f29_(x) }
fn f31_(x: i32) -> i32 { return f30_(x) }
kernel calls_32_deep(O: tensor<i32>[N]) {
    O[ctx.thread] = f31_(ctx.thread)
}
