// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/convert.h"
#include "backend/prelude/cta.h"
#include "backend/prelude/machine.h"
#include "backend/prelude/math.h"

/// Collectives of chapter 9: their order is part of the meaning (coll-5, coll-6).
namespace ph {

// One step (coll-4) and the identity (coll-7) of each operation.
struct Sum {
    template <class T>
    static PH_FN T step(T a, T b) {
        return a + b;
    }
    template <class T>
    static PH_FN T identity() {
        if constexpr (is_integer<T>)
            return T(0);
        else
            return -convert<T>(0.0f);
    }
};
struct Prod {
    template <class T>
    static PH_FN T step(T a, T b) {
        return a * b;
    }
    template <class T>
    static PH_FN T identity() {
        return convert<T>(1.0f);
    }
};
struct Min {
    template <class T>
    static PH_FN T step(T a, T b) {
        return min(a, b);
    }
    template <class T>
    static PH_FN T identity() {
        if constexpr (is_integer<T>)
            return T::greatest();
        else
            return quiet_nan<T>();
    }
};
struct Max {
    template <class T>
    static PH_FN T step(T a, T b) {
        return max(a, b);
    }
    template <class T>
    static PH_FN T identity() {
        if constexpr (is_integer<T>)
            return T::least();
        else
            return quiet_nan<T>();
    }
};
struct And {
    template <class T>
    static PH_FN T step(T a, T b) {
        return static_cast<T>(a & b);
    }
    template <class T>
    static PH_FN T identity() {
        if constexpr (same<T, bool>)
            return true;
        else
            return ~T(0);
    }
};
struct Or {
    template <class T>
    static PH_FN T step(T a, T b) {
        return static_cast<T>(a | b);
    }
    template <class T>
    static PH_FN T identity() {
        return T(0);
    }
};
struct Xor {
    template <class T>
    static PH_FN T step(T a, T b) {
        return static_cast<T>(a ^ b);
    }
    template <class T>
    static PH_FN T identity() {
        return T(0);
    }
};
struct Any : Or {};
struct All : And {};

/// What the lane has that lies the offset away.
#if defined(PH_COLLECTIVES_IN_MEMORY)
template <int lanes, class Word>
PH_FN Word of_other(Word own, unsigned offset) {
    unsigned long long* const words = reinterpret_cast<unsigned long long*>(machine::shared_memory());
    const unsigned thread = machine::thread();
    words[thread] = own;
    machine::warp_barrier<lanes>();
    const Word other = static_cast<Word>(words[thread ^ offset]);
    machine::warp_barrier<lanes>();
    return other;
}
#elif defined(__CUDACC__)
template <int lanes, class Word>
PH_FN Word of_other(Word own, unsigned offset) {
    return machine::exchange_xor<lanes>(own, offset);
}
#endif

/// Combines the values of the lanes in groups of 2 * first: for the offsets first, first / 2, ..., 1 each lane takes
/// op(its value, that of the lane which lies the offset away).
template <class Op, int lanes, int first, class T>
PH_FN T butterfly(T value) {
    using Word = decltype(pattern(value));
#if defined(__CUDACC__) || defined(PH_COLLECTIVES_IN_MEMORY)
    PH_UNROLL
    for (int offset = first; offset > 0; offset /= 2) {
        const Word other = of_other<lanes>(static_cast<Word>(pattern(value)), static_cast<unsigned>(offset));
        value = Op::template step<T>(value, of_pattern<T>(other));
    }
    return value;
#else
    // The steps are commutative, so that the lanes of a group have one result: that of its first lane.
    if constexpr (first > 0) {
        const unsigned own = machine::thread() % static_cast<unsigned>(lanes);
        const unsigned long long* const words = machine::words<lanes>(pattern(value)) + (own & ~(2U * first - 1));
        T group[2 * first];
        for (int i = 0; i < 2 * first; ++i) group[i] = of_pattern<T>(static_cast<Word>(words[i]));
        for (int offset = first; offset > 0; offset /= 2)
            for (int i = 0; i < offset; ++i) group[i] = Op::template step<T>(group[i], group[i + offset]);
        value = group[0];
    }
    return value;
#endif
}

// Where the order cannot be told and the card has an instruction, it takes the place of the butterfly of a warp.
#if defined(__CUDACC__) && !defined(PH_COLLECTIVES_IN_MEMORY)
template <class Op, class T>
inline constexpr bool has_instruction = same<T, bool>;
#if __CUDA_ARCH__ >= 800
template <class Op, class Rep>
inline constexpr bool has_instruction<Op, Integer<Rep>> = sizeof(Rep) <= 4 && !same<Op, Prod>;
#endif

template <class Op>
PH_FN bool combined(bool value) {
    if constexpr (same<Op, And> || same<Op, All>)
        return __all_sync(~0U, value) != 0;
    else if constexpr (same<Op, Xor>)
        return (__popc(__ballot_sync(~0U, value)) & 1) != 0;
    else
        return __any_sync(~0U, value) != 0;
}
#if __CUDA_ARCH__ >= 800
template <class Op, class Rep>
PH_FN Integer<Rep> combined(Integer<Rep> value) {
    using Word = Chosen<Integer<Rep>::is_signed, int, unsigned>;
    if constexpr (same<Op, Sum>)
        return Integer<Rep>(__reduce_add_sync(~0U, value.word()));
    else if constexpr (same<Op, Min>)
        return Integer<Rep>(__reduce_min_sync(~0U, static_cast<Word>(value.value)));
    else if constexpr (same<Op, Max>)
        return Integer<Rep>(__reduce_max_sync(~0U, static_cast<Word>(value.value)));
    else if constexpr (same<Op, And>)
        return Integer<Rep>(__reduce_and_sync(~0U, value.word()));
    else if constexpr (same<Op, Or>)
        return Integer<Rep>(__reduce_or_sync(~0U, value.word()));
    else
        return Integer<Rep>(__reduce_xor_sync(~0U, value.word()));
}
#endif
#else
template <class Op, class T>
inline constexpr bool has_instruction = false;
template <class Op, class T>
PH_FN T combined(T value);
#endif

/// Over all lanes of a warp.
template <class Op, int lanes, class T>
PH_FN T over_warp(T value) {
    if constexpr (has_instruction<Op, T>)
        return combined<Op>(value);
    else
        return butterfly<Op, lanes, lanes / 2>(value);
}

template <class Op, class T, int threads, int lanes>
PH_FN T reduce_lanes(const Cta<threads, lanes>& ctx, T value) {
    ++ctx.met.warp;
    return over_warp<Op, lanes>(value);
}
/// The same where all lanes of a warp have the value: the steps of coll-5 without an exchange.
template <class Op, class T, int threads, int lanes>
PH_FN T reduce_same_lanes(const Cta<threads, lanes>&, T value) {
    PH_UNROLL
    for (int offset = lanes / 2; offset > 0; offset /= 2) value = Op::template step<T>(value, value);
    return value;
}

/// Shared memory in which the warps leave their results: two rows, taken in turn, so that a row is written only after
/// all threads have passed a barrier since they last read it.
class Scratch {
public:
    template <int threads, int lanes>
    PH_FN Scratch(const Cta<threads, lanes>&, unsigned byte_offset)
        : rows_(shared<unsigned long long>(byte_offset)), warps_(threads / lanes) {}

    /// The row for the next collective.
    PH_FN unsigned long long* next() {
        unsigned long long* const row = rows_ + turn_ * warps_;
        turn_ ^= 1;
        return row;
    }

private:
    unsigned long long* rows_;
    int warps_;
    int turn_ = 0;
};

PH_CONSTANT_FN int power_of_two_from(int n) {
    int power = 1;
    while (power < n) power *= 2;
    return power;
}

template <class Op, class T, int threads, int lanes>
PH_FN T reduce_threads(const Cta<threads, lanes>& ctx, T value, Scratch& scratch) {
    constexpr int warps = threads / lanes;
    constexpr int entries = power_of_two_from(warps);
    value = reduce_lanes<Op>(ctx, value);
    ++ctx.met.block;
    if constexpr (warps == 1) {
        machine::block_barrier();
        return value;
    } else {
        using Word = decltype(pattern(value));
        unsigned long long* const row = scratch.next();
        if (ctx.lane == i32(0)) row[ctx.warp.value] = pattern(value);
        machine::block_barrier();
        // In every group of as many lanes as there are entries, or once where all lanes are combined.
        const int entry = has_instruction<Op, T> ? ctx.lane.value : ctx.lane.value & (entries - 1);
        value = Op::template identity<T>();
        if (entry < warps) value = of_pattern<T>(static_cast<Word>(row[entry]));
        if constexpr (has_instruction<Op, T>) return combined<Op>(value);
        return butterfly<Op, lanes, entries / 2>(value);
    }
}

}  // namespace ph
