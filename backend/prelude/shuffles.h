// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/convert.h"
#include "backend/prelude/cta.h"
#include "backend/prelude/machine.h"

namespace ph {

/// A lane, mask or distance modulo the number of lanes, a power of two: the low bits of an unbounded integer (coll-15).
template <int lanes, class I>
PH_FN unsigned modulo_lanes(I selector) {
    return static_cast<unsigned>(wide(selector)) & (lanes - 1);
}

template <class T, class I, int threads, int lanes>
PH_FN T shuffle(const Cta<threads, lanes>& ctx, T value, I lane) {
    ++ctx.met.warp;
    return of_pattern<T>(machine::exchange<lanes>(pattern(value), modulo_lanes<lanes>(lane)));
}

template <class T, class I, int threads, int lanes>
PH_FN T shuffle_xor(const Cta<threads, lanes>& ctx, T value, I mask) {
    ++ctx.met.warp;
    const unsigned source = static_cast<unsigned>(ctx.lane.value) ^ modulo_lanes<lanes>(mask);
    return of_pattern<T>(machine::exchange<lanes>(pattern(value), source));
}

/// coll-13: the thread's own value for every distance that leads out of the warp.
template <class T, class I, int threads, int lanes>
PH_FN T shuffle_up(const Cta<threads, lanes>& ctx, T value, I distance) {
    ++ctx.met.warp;
    const long long own = ctx.lane.value;
    const long long step = wide(distance);
    const bool inside = step <= own && step > own - lanes;
    return of_pattern<T>(machine::exchange<lanes>(pattern(value), static_cast<unsigned>(inside ? own - step : own)));
}
template <class T, class I, int threads, int lanes>
PH_FN T shuffle_down(const Cta<threads, lanes>& ctx, T value, I distance) {
    ++ctx.met.warp;
    const long long own = ctx.lane.value;
    const long long step = wide(distance);
    const bool inside = step >= -own && step < lanes - own;
    return of_pattern<T>(machine::exchange<lanes>(pattern(value), static_cast<unsigned>(inside ? own + step : own)));
}

template <int threads, int lanes>
PH_FN i64 ballot(const Cta<threads, lanes>& ctx, bool vote) {
    ++ctx.met.warp;
    return i64(machine::ballot<lanes>(vote));
}

}  // namespace ph
