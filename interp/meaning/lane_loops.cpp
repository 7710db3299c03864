// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/lane_loops.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "interp/meaning/arithmetic.h"
#include "interp/meaning/dispatch.h"
#include "lang/base/assert.h"

namespace phobos::interp::meaning {

namespace {

template <class T>
struct FillBody {
    static void run(const void* one, void* out, std::size_t n) {
        const T value = *static_cast<const T*>(one);
        T* const r = static_cast<T*>(out);
        for (std::size_t i = 0; i < n; ++i) r[i] = value;
    }
};
template <class T>
struct RepeatBody {
    static void run(const void* a, void* out, std::size_t n, std::size_t times) {
        const T* const x = static_cast<const T*>(a);
        T* r = static_cast<T*>(out);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < times; ++k) *r++ = x[i];
    }
};
template <class T>
struct BlendBody {
    static void run(const std::uint8_t* mask, const void* a, void* out, std::size_t n) {
        const T* const x = static_cast<const T*>(a);
        T* const r = static_cast<T*>(out);
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) r[i] = mask[i] != 0 ? x[i] : r[i];
    }
};
template <class T>
struct CopyMaskedBody {
    static void run(const std::uint8_t* mask, const void* a, void* out, std::size_t n) {
        const T* const x = static_cast<const T*>(a);
        T* const r = static_cast<T*>(out);
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i)
            if (mask[i] != 0) r[i] = x[i];
    }
};
template <class T>
struct BlendFillBody {
    static void run(const std::uint8_t* mask, const void* one, void* out, std::size_t n) {
        const T value = *static_cast<const T*>(one);
        T* const r = static_cast<T*>(out);
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) r[i] = mask[i] != 0 ? value : r[i];
    }
};
template <class T>
struct GatherBody {
    static void run(const void* base, const std::int64_t* offsets, void* out, std::size_t n) {
        const T* const x = static_cast<const T*>(base);
        T* const r = static_cast<T*>(out);
#pragma GCC unroll 8
        for (std::size_t i = 0; i < n; ++i) r[i] = x[offsets[i]];
    }
};
template <class T>
struct GatherMaskedBody {
    static void run(const std::uint8_t* mask, const void* base, const std::int64_t* offsets, void* out, std::size_t n) {
        const T* const x = static_cast<const T*>(base);
        T* const r = static_cast<T*>(out);
        for (std::size_t i = 0; i < n; ++i)
            if (mask[i] != 0) r[i] = x[offsets[i]];
    }
};
template <class T>
struct ScatterBody {
    static void run(const std::uint8_t* mask, const void* a, const std::int64_t* offsets, void* base, std::size_t n) {
        const T* const x = static_cast<const T*>(a);
        T* const r = static_cast<T*>(base);
        for (std::size_t i = 0; i < n; ++i)
            if (mask[i] != 0) r[offsets[i]] = x[i];
    }
};

template <class T>
MoveLoops moves(Isa isa) {
    using Bytes = const std::uint8_t*;
    using Offsets = const std::int64_t*;
    return {pick<FillBody<T>, const void*, void*, std::size_t>(isa),
            pick<RepeatBody<T>, const void*, void*, std::size_t, std::size_t>(isa),
            pick<BlendBody<T>, Bytes, const void*, void*, std::size_t>(isa),
            pick<CopyMaskedBody<T>, Bytes, const void*, void*, std::size_t>(isa),
            pick<BlendFillBody<T>, Bytes, const void*, void*, std::size_t>(isa),
            pick<GatherBody<T>, const void*, Offsets, void*, std::size_t>(isa),
            pick<GatherMaskedBody<T>, Bytes, const void*, Offsets, void*, std::size_t>(isa),
            pick<ScatterBody<T>, Bytes, const void*, Offsets, void*, std::size_t>(isa)};
}

template <class T>
struct AxisBody {
    static bool judge(const void* subscripts, std::int64_t end, std::int64_t extent, std::int64_t* offsets,
                      std::size_t n) {
        const T* const s = static_cast<const T*>(subscripts);
        std::uint64_t outside = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const auto subscript = static_cast<std::int64_t>(s[i]);
            outside |=
                static_cast<std::uint64_t>(static_cast<std::uint64_t>(subscript) >= static_cast<std::uint64_t>(end));
            offsets[i] = offsets[i] * extent + subscript;
        }
        return outside != 0;
    }
};
template <class T>
struct StrideBody {
    static bool judge(const void* subscripts, std::int64_t end, std::int64_t stride, std::int64_t start,
                      std::int64_t* offsets, std::size_t n) {
        const T* const s = static_cast<const T*>(subscripts);
        std::uint64_t outside = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const auto subscript = static_cast<std::int64_t>(s[i]);
            outside |=
                static_cast<std::uint64_t>(static_cast<std::uint64_t>(subscript) >= static_cast<std::uint64_t>(end));
            offsets[i] = start + subscript * stride;
        }
        return outside != 0;
    }
};
template <class T>
struct OutsideBody {
    static bool judge(const void* a, std::int64_t end, std::size_t n) {
        const T* const x = static_cast<const T*>(a);
        std::uint64_t outside = 0;
        for (std::size_t i = 0; i < n; ++i)
            outside |= static_cast<std::uint64_t>(static_cast<std::uint64_t>(static_cast<std::int64_t>(x[i])) >=
                                                  static_cast<std::uint64_t>(end));
        return outside != 0;
    }
};
template <class T>
struct ZeroBody {
    static bool judge(const void* a, std::size_t n) {
        const T* const x = static_cast<const T*>(a);
        unsigned zero = 0;
        for (std::size_t i = 0; i < n; ++i) zero |= static_cast<unsigned>(x[i] == 0);
        return zero != 0;
    }
};

/// `Body::judge` for each level of the processor.
template <class Body, class... Arguments>
struct JudgeForEachIsa {
    using Verdict = decltype(Body::judge(std::declval<Arguments>()...));
    static Verdict baseline(Arguments... arguments) { return Body::judge(arguments...); }
#if defined(__x86_64__)
    __attribute__((target("arch=x86-64-v3"), flatten)) static Verdict v3(Arguments... arguments) {
        return Body::judge(arguments...);
    }
    __attribute__((target("arch=x86-64-v4"), flatten)) static Verdict v4(Arguments... arguments) {
        return Body::judge(arguments...);
    }
#else
    static constexpr auto v3 = baseline;
    static constexpr auto v4 = baseline;
#endif
};
template <class Body, class... Arguments>
auto pick_judge(Isa isa) -> typename JudgeForEachIsa<Body, Arguments...>::Verdict (*)(Arguments...) {
    using Each = JudgeForEachIsa<Body, Arguments...>;
    return isa == Isa::baseline ? Each::baseline : isa == Isa::x86_64_v3 ? Each::v3 : Each::v4;
}

template <class T, int end_stride, int step_stride>
struct RangeBeginBody {
    static void run(const void* first, const void* last, const void* steps, std::uint8_t* mask, std::size_t n) {
        const T* const i = static_cast<const T*>(first);
        const T* const end = static_cast<const T*>(last);
        const T* const step = static_cast<const T*>(steps);
        for (std::size_t k = 0; k < n; ++k) {
            const T e = end[k * end_stride];
            const bool up = step[k * step_stride] > 0;
            mask[k] = static_cast<std::uint8_t>(mask[k] & static_cast<std::uint8_t>(up ? i[k] < e : i[k] > e));
        }
    }
};
/// A lane that takes part has i before its end, so the way left fits in the unsigned type and nothing wraps.
template <class T, int end_stride, int step_stride>
struct RangeTurnBody {
    static void run(void* first, const void* last, const void* steps, std::uint8_t* mask, std::size_t n) {
        using U = std::make_unsigned_t<T>;
        T* const i = static_cast<T*>(first);
        const T* const end = static_cast<const T*>(last);
        const T* const step = static_cast<const T*>(steps);
#pragma GCC ivdep
        for (std::size_t k = 0; k < n; ++k) {
            const U at = static_cast<U>(i[k]);
            const U e = static_cast<U>(end[k * end_stride]);
            const T s = step[k * step_stride];
            const bool up = s > 0;
            const U left = up ? static_cast<U>(e - at) : static_cast<U>(at - e);
            const U stride = up ? static_cast<U>(s) : static_cast<U>(U{0} - static_cast<U>(s));
            const auto goes_on = static_cast<std::uint8_t>(mask[k] & static_cast<std::uint8_t>(left > stride));
            mask[k] = goes_on;
            i[k] = static_cast<T>(at + (goes_on != 0 ? static_cast<U>(s) : U{0}));
        }
    }
};
/// The lane nearest to the end tells for all.
template <class T>
struct CommonTurnsBody {
    static std::uint64_t judge(const void* first, const void* last, const void* steps, std::size_t n) {
        using U = std::make_unsigned_t<T>;
        const T* const i = static_cast<const T*>(first);
        const T end = *static_cast<const T*>(last);
        const T step = *static_cast<const T*>(steps);
        T low = i[0];
        T high = i[0];
        for (std::size_t k = 0; k < n; ++k) {
            low = std::min(low, i[k]);
            high = std::max(high, i[k]);
        }
        const bool up = step > 0;
        if (up ? high >= end : low <= end) return 0;
        const U left = up ? static_cast<U>(static_cast<U>(end) - static_cast<U>(high))
                          : static_cast<U>(static_cast<U>(low) - static_cast<U>(end));
        const U stride = up ? static_cast<U>(step) : static_cast<U>(U{0} - static_cast<U>(step));
        return std::uint64_t{(left - 1) / stride} + 1;
    }
};
template <class T, int end_stride, int step_stride>
RangeLoops ranges(Isa isa) {
    return {
        pick<RangeBeginBody<T, end_stride, step_stride>, const void*, const void*, const void*, std::uint8_t*,
             std::size_t>(isa),
        pick<RangeTurnBody<T, end_stride, step_stride>, void*, const void*, const void*, std::uint8_t*, std::size_t>(
            isa),
        pick_judge<CommonTurnsBody<T>, const void*, const void*, const void*, std::size_t>(isa)};
}
template <class T>
RangeLoops ranges(Isa isa, int end_stride, int step_stride) {
    if (end_stride == 0) return step_stride == 0 ? ranges<T, 0, 0>(isa) : ranges<T, 0, 1>(isa);
    return step_stride == 0 ? ranges<T, 1, 0>(isa) : ranges<T, 1, 1>(isa);
}

template <class T>
struct RunSumBody {
    static void run(const void* runs, void* out, std::size_t n, std::size_t elements) {
        const T* x = static_cast<const T*>(runs);
        T* const r = static_cast<T*>(out);
        for (std::size_t i = 0; i < n; ++i, x += elements) {
            T sum = x[0];
            for (std::size_t j = 1; j < elements; ++j) sum = Add::apply(sum, x[j]);
            r[i] = sum;
        }
    }
};

constexpr std::size_t dot_lanes = 16;
constexpr std::size_t dot_elements = 16;

/// Sixteen bytes of each of sixteen lanes, those of lanes that take no part left as they are.
template <class T>
using DotBlock = std::array<T, dot_lanes * dot_elements>;
template <class T>
void copy_to_block(const std::uint8_t* mask, const T* base, const std::int64_t* offsets, DotBlock<T>& block) {
    for (std::size_t lane = 0; lane < dot_lanes; ++lane)
        if (mask[lane] != 0) std::memcpy(block.data() + lane * dot_elements, base + offsets[lane], dot_elements);
}
/// Adds neighbours until one sum is left for each lane; in i32 any order gives the same bits.
template <class A, class B>
void add_products(const DotBlock<A>& a, const DotBlock<B>& b, std::uint32_t* sums) {
    alignas(64) std::array<std::int16_t, dot_lanes * dot_elements> wide_a;
    alignas(64) std::array<std::int16_t, dot_lanes * dot_elements> wide_b;
    for (std::size_t i = 0; i < wide_a.size(); ++i) wide_a[i] = a[i];
    for (std::size_t i = 0; i < wide_b.size(); ++i) wide_b[i] = b[i];
    alignas(64) std::array<std::int32_t, dot_lanes * 8> pairs;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        pairs[i] = std::int32_t{wide_a[2 * i]} * std::int32_t{wide_b[2 * i]} +
                   std::int32_t{wide_a[2 * i + 1]} * std::int32_t{wide_b[2 * i + 1]};
    alignas(64) std::array<std::int32_t, dot_lanes * 4> fours;
    for (std::size_t i = 0; i < fours.size(); ++i) fours[i] = pairs[2 * i] + pairs[2 * i + 1];
    alignas(64) std::array<std::int32_t, dot_lanes * 2> eights;
    for (std::size_t i = 0; i < eights.size(); ++i) eights[i] = fours[2 * i] + fours[2 * i + 1];
    for (std::size_t i = 0; i < dot_lanes; ++i)
        sums[i] += static_cast<std::uint32_t>(eights[2 * i] + eights[2 * i + 1]);
}
template <class A, class B>
struct ByteDotBody {
    static void run(const std::uint8_t* mask, const void* a_base, const std::int64_t* a_offsets, const void* b_base,
                    const std::int64_t* b_offsets, void* out, std::size_t n, std::size_t elements) {
        std::uint32_t* const r = static_cast<std::uint32_t*>(out);
        const std::size_t whole = n - n % dot_lanes;
        for (std::size_t i = 0; i < whole; i += dot_lanes) {
            alignas(64) std::array<std::uint32_t, dot_lanes> sums{};
            alignas(64) DotBlock<A> a_block{};
            alignas(64) DotBlock<B> b_block{};
            for (std::size_t j = 0; j + dot_elements <= elements; j += dot_elements) {
                copy_to_block(mask + i, static_cast<const A*>(a_base) + j, a_offsets + i, a_block);
                copy_to_block(mask + i, static_cast<const B*>(b_base) + j, b_offsets + i, b_block);
                add_products(a_block, b_block, sums.data());
            }
            for (std::size_t lane = 0; lane < dot_lanes; ++lane)
                r[i + lane] = mask[i + lane] != 0 ? sums[lane] : r[i + lane];
        }
        for (std::size_t lane = 0; lane < n; ++lane) {
            const std::size_t done = lane < whole ? elements - elements % dot_elements : 0;
            if (mask[lane] == 0 || done == elements) continue;
            const A* const a = static_cast<const A*>(a_base) + a_offsets[lane];
            const B* const b = static_cast<const B*>(b_base) + b_offsets[lane];
            std::uint32_t sum = lane < whole ? r[lane] : 0;
            for (std::size_t j = done; j < elements; ++j)
                sum += static_cast<std::uint32_t>(std::int32_t{a[j]} * std::int32_t{b[j]});
            r[lane] = sum;
        }
    }
};
template <class A, class B>
ByteDotLoop byte_dots(Isa isa) {
    return pick<ByteDotBody<A, B>, const std::uint8_t*, const void*, const std::int64_t*, const void*,
                const std::int64_t*, void*, std::size_t, std::size_t>(isa);
}

}  // namespace

MoveLoops move_loops(Isa isa, int element_bytes) {
    switch (element_bytes) {
        case 1: return moves<std::uint8_t>(isa);
        case 2: return moves<std::uint16_t>(isa);
        case 4: return moves<std::uint32_t>(isa);
        default: return moves<std::uint64_t>(isa);
    }
}

AxisLoop axis_loop(Isa isa, ScalarType subscript) {
    return with_host_type(subscript, [&]<class T>() -> AxisLoop {
        if constexpr (std::integral<T>)
            return pick_judge<AxisBody<T>, const void*, std::int64_t, std::int64_t, std::int64_t*, std::size_t>(isa);
        else
            return nullptr;
    });
}

StrideLoop stride_loop(Isa isa, ScalarType subscript) {
    return with_host_type(subscript, [&]<class T>() -> StrideLoop {
        if constexpr (std::integral<T>)
            return pick_judge<StrideBody<T>, const void*, std::int64_t, std::int64_t, std::int64_t, std::int64_t*,
                              std::size_t>(isa);
        else
            return nullptr;
    });
}

OutsideLoop outside_loop(Isa isa, ScalarType type) {
    return with_host_type(type, [&]<class T>() -> OutsideLoop {
        if constexpr (std::integral<T>)
            return pick_judge<OutsideBody<T>, const void*, std::int64_t, std::size_t>(isa);
        else
            return nullptr;
    });
}

ZeroLoop zero_loop(Isa isa, ScalarType type) {
    return with_host_type(type, [&]<class T>() -> ZeroLoop {
        if constexpr (std::integral<T>)
            return pick_judge<ZeroBody<T>, const void*, std::size_t>(isa);
        else
            return nullptr;
    });
}

RangeLoops range_loops(Isa isa, ScalarType type, int end_stride, int step_stride) {
    if (type == ScalarType::u32) return ranges<std::uint32_t>(isa, end_stride, step_stride);
    if (type == ScalarType::i64) return ranges<std::int64_t>(isa, end_stride, step_stride);
    PHOBOS_ASSERT(type == ScalarType::i32);
    return ranges<std::int32_t>(isa, end_stride, step_stride);
}

void take(const std::uint8_t* mask, const void* condition, std::uint8_t* out, std::size_t n) {
    const auto* const c = static_cast<const std::uint8_t*>(condition);
    for (std::size_t i = 0; i < n; ++i) out[i] = mask[i] & c[i];
}
void take_not(const std::uint8_t* mask, const void* condition, std::uint8_t* out, std::size_t n) {
    const auto* const c = static_cast<const std::uint8_t*>(condition);
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(mask[i] & (c[i] ^ 1));
}
void unite(const std::uint8_t* a, std::uint8_t* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) out[i] |= a[i];
}
void clear(const std::uint8_t* mask, std::uint8_t* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
        if (mask[i] != 0) out[i] = 0;
}
void remove(const std::uint8_t* a, std::uint8_t* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(out[i] & (a[i] ^ 1));
}

RunSumLoop run_sum_loop(Isa isa, ScalarType type) {
    return with_host_type(type, [&]<class T>() -> RunSumLoop {
        if constexpr (std::is_same_v<T, Bool>)
            return nullptr;
        else
            return pick<RunSumBody<T>, const void*, void*, std::size_t, std::size_t>(isa);
    });
}

ByteDotLoop byte_dot_loop(Isa isa, ScalarType a, ScalarType b) {
    const bool a_signed = a == ScalarType::i8;
    const bool b_signed = b == ScalarType::i8;
    if (a_signed)
        return b_signed ? byte_dots<std::int8_t, std::int8_t>(isa) : byte_dots<std::int8_t, std::uint8_t>(isa);
    return b_signed ? byte_dots<std::uint8_t, std::int8_t>(isa) : byte_dots<std::uint8_t, std::uint8_t>(isa);
}

}  // namespace phobos::interp::meaning
