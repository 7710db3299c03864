#include "backend/prelude/prelude.h"

using namespace ph::types;

extern "C" __global__ void __launch_bounds__(1024) bitonic_sort(const i32* __restrict__ X, i32* O,
        const i32 N) {
    const ph::Cta<1024, 32> ctx;
#line 8 "bitonic_sort.ph"  // let r = ctx.block.x
    const i32 r = ctx.block.x;
#line 9 "bitonic_sort.ph"  // let me = ctx.thread
    const i32 me = ctx.thread;
#line 10 "bitonic_sort.ph"  // var keys: tile<i32>[ctx.threads]
    i32* const keys = ph::shared<i32>(0);
#line 11 "bitonic_sort.ph"  // var key = 2147483647
    i32 key = i32(2147483647);
#line 12 "bitonic_sort.ph"  // if me < N {
    if (me < N) {
#line 13 "bitonic_sort.ph"  // key = X[r, me]
        key = X[ph::at(r, N, me)];
    }
#line 15 "bitonic_sort.ph"  // keys[me] = key
    keys[ph::at(me)] = key;
#line 16 "bitonic_sort.ph"  // barrier()
    ph::barrier(ctx);
#line 17 "bitonic_sort.ph"  // var size = 2
    i32 size = i32(2);
#line 18 "bitonic_sort.ph"  // while size <= ctx.threads {
    while (size <= i32(1024)) {
#line 18 "bitonic_sort.ph"
        ph::turn();
#line 19 "bitonic_sort.ph"  // var stride = size / 2
        i32 stride = size / i32(2);
#line 20 "bitonic_sort.ph"  // while stride > 0 {
        while (stride > i32(0)) {
#line 20 "bitonic_sort.ph"
            ph::turn();
#line 21 "bitonic_sort.ph"  // let other = me ^ stride
            const i32 other = me ^ stride;
#line 22 "bitonic_sort.ph"  // if other > me {
            if (other > me) {
#line 23 "bitonic_sort.ph"  // let mine = keys[me]
                const i32 mine = keys[ph::at(me)];
#line 24 "bitonic_sort.ph"  // let theirs = keys[other]
                const i32 theirs = keys[ph::at(other)];
#line 25 "bitonic_sort.ph"  // let ascending = (me & size) == 0
                const bool ascending = (me & size) == i32(0);
#line 26 "bitonic_sort.ph"  // if mine != theirs && (mine > theirs) == ascending {
                if (mine != theirs && (mine > theirs) == ascending) {
#line 27 "bitonic_sort.ph"  // keys[me] = theirs
                    keys[ph::at(me)] = theirs;
#line 28 "bitonic_sort.ph"  // keys[other] = mine
                    keys[ph::at(other)] = mine;
                }
            }
#line 31 "bitonic_sort.ph"  // barrier()
            ph::barrier(ctx);
#line 32 "bitonic_sort.ph"  // stride /= 2
            stride = stride / i32(2);
        }
#line 34 "bitonic_sort.ph"  // size *= 2
        size = size * i32(2);
    }
#line 36 "bitonic_sort.ph"  // if me < N {
    if (me < N) {
#line 37 "bitonic_sort.ph"  // O[r, me] = keys[me]
        O[ph::at(r, N, me)] = keys[ph::at(me)];
    }
}
