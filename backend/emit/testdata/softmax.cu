#include "backend/prelude/prelude.h"

using namespace ph::types;

extern "C" __global__ void __launch_bounds__(256) softmax(const f32* __restrict__ X, f32* O, const i32 K) {
    const ph::Cta<256, 32> ctx;
    ph::Scratch scratch(ctx, 0);
#line 8 "softmax.ph"  // let r = ctx.block.x
    const i32 r = ctx.block.x;
#line 9 "softmax.ph"  // var high: f32 = -inf
    f32 high = -ph::infinity<f32>();
#line 10 "softmax.ph"  // for k in range(ctx.thread, K, ctx.threads) {
    for (ph::Range<i32> k_range(ctx.thread, K, i32(256)); k_range.more(); k_range.next()) {
#line 10 "softmax.ph"
        const i32 k = k_range.value();
#line 11 "softmax.ph"  // high = max(high, X[r, k])
        high = ph::max(high, X[ph::at(r, K, k)]);
    }
#line 13 "softmax.ph"  // let top = max<over ctx.thread>(high)
    const f32 top = ph::reduce_threads<ph::Max>(ctx, high, scratch);
#line 14 "softmax.ph"  // var acc: f32 = 0.0
    f32 acc = 0.0f;
#line 15 "softmax.ph"  // for k in range(ctx.thread, K, ctx.threads) {
    for (ph::Range<i32> k_range(ctx.thread, K, i32(256)); k_range.more(); k_range.next()) {
#line 15 "softmax.ph"
        const i32 k = k_range.value();
#line 16 "softmax.ph"  // acc += exp(X[r, k] - top)
        acc = acc + ph::exp(X[ph::at(r, K, k)] - top);
    }
#line 18 "softmax.ph"  // let total = sum<over ctx.thread>(acc)
    const f32 total = ph::reduce_threads<ph::Sum>(ctx, acc, scratch);
#line 19 "softmax.ph"  // for k in range(ctx.thread, K, ctx.threads) {
    for (ph::Range<i32> k_range(ctx.thread, K, i32(256)); k_range.more(); k_range.next()) {
#line 19 "softmax.ph"
        const i32 k = k_range.value();
#line 20 "softmax.ph"  // O[r, k] = exp(X[r, k] - top) / total
        O[ph::at(r, K, k)] = ph::exp(X[ph::at(r, K, k)] - top) / total;
    }
}
