#include "backend/prelude/prelude.h"

using namespace ph::types;

extern "C" __global__ void __launch_bounds__(256) matvec_i8_tail(const i8* __restrict__ A,
        const i8* __restrict__ W, f32* O, const i32 K, const i32 N) {
    const ph::Cta<256, 32> ctx;
#line 7 "matvec_i8_tail.ph"  // let col = ctx.block.x * ctx.warps + ctx.warp
    const i32 col = ctx.block.x * i32(8) + ctx.warp;
#line 8 "matvec_i8_tail.ph"  // if col < N {
    if (col < N) {
#line 9 "matvec_i8_tail.ph"  // var acc: f32 = 0.0
        f32 acc = 0.0f;
#line 10 "matvec_i8_tail.ph"  // let whole = K - K % 16
        const i32 whole = K - K % i32(16);
#line 11 "matvec_i8_tail.ph"  // for k in range(ctx.lane * 16, whole, ctx.lanes * 16) {
        for (ph::Range<i32> k_range(ctx.lane * i32(16), whole, i32(512)); k_range.more(); k_range.next()) {
#line 11 "matvec_i8_tail.ph"
            const i32 k = k_range.value();
#line 12 "matvec_i8_tail.ph"  // acc += f32(sum(i32(A[0, k :+ 16]) * i32(W[col, k :+ 16])))
            const ph::Run<i8, 16> A_run = ph::load_run<16, 0, 0>(A, ph::at(i32(0), K, k));
#line 12 "matvec_i8_tail.ph"
            const ph::Run<i8, 16> W_run = ph::load_run<16, 0, 0>(W, ph::at(col, K, k));
#line 12 "matvec_i8_tail.ph"
            acc = acc + ph::convert<f32>(ph::dot_bytes(A_run, W_run));
        }
#line 14 "matvec_i8_tail.ph"  // for k in range(whole + ctx.lane, K, ctx.lanes) {
        for (ph::Range<i32> k_range(whole + ctx.lane, K, i32(32)); k_range.more(); k_range.next()) {
#line 14 "matvec_i8_tail.ph"
            const i32 k = k_range.value();
#line 15 "matvec_i8_tail.ph"  // acc += f32(i32(A[0, k]) * i32(W[col, k]))
            acc = acc + ph::convert<f32>(ph::convert<i32>(A[ph::at(i32(0), K, k)]) * ph::convert<i32>(W[ph::at(col, K, k)]));
        }
#line 17 "matvec_i8_tail.ph"  // let total = sum<over ctx.lane>(acc)
        const f32 total = ph::reduce_lanes<ph::Sum>(ctx, acc);
#line 18 "matvec_i8_tail.ph"  // if ctx.lane == 0 {
        if (ctx.lane == i32(0)) {
#line 19 "matvec_i8_tail.ph"  // O[0, col] = total
            O[ph::at(i32(0), N, col)] = total;
        }
    }
}
