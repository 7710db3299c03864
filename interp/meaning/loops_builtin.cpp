// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "interp/meaning/builtins.h"
#include "interp/meaning/dispatch.h"

namespace phobos::interp::meaning {

namespace {

template <class Op, class A, class B, class C>
struct TernaryBody {
    static void run(const void* a, const void* b, const void* c, void* out, std::size_t n) {
        using Result = decltype(Op::apply(A{}, B{}, C{}));
        const A* const x = static_cast<const A*>(a);
        const B* const y = static_cast<const B*>(b);
        const C* const z = static_cast<const C*>(c);
        Result* const r = static_cast<Result*>(out);
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) r[i] = Op::apply(x[i], y[i], z[i]);
    }
};
template <class Op, class A, class B, class C>
TernaryLoop ternary(Isa isa) {
    return pick<TernaryBody<Op, A, B, C>, const void*, const void*, const void*, void*, std::size_t>(isa);
}

struct Select {
    template <class T>
    static constexpr T apply(Bool condition, T a, T b) {
        return condition.value != 0 ? a : b;
    }
};

template <class T>
UnaryLoop float_loop(Isa isa, Builtin builtin) {
    const std::array<std::pair<Builtin, UnaryLoop>, 12> loops{{
        {Builtin::exp, unary<Transcend<Transcendental::exp>, T>(isa)},
        {Builtin::log, unary<Transcend<Transcendental::log>, T>(isa)},
        {Builtin::tanh, unary<Transcend<Transcendental::tanh>, T>(isa)},
        {Builtin::sin, unary<Transcend<Transcendental::sin>, T>(isa)},
        {Builtin::cos, unary<Transcend<Transcendental::cos>, T>(isa)},
        {Builtin::rsqrt, unary<Transcend<Transcendental::rsqrt>, T>(isa)},
        {Builtin::sqrt, unary<SquareRoot, T>(isa)},
        {Builtin::round, unary<ToInteger<RoundEven>, T>(isa)},
        {Builtin::floor, unary<ToInteger<RoundDown>, T>(isa)},
        {Builtin::ceil, unary<ToInteger<RoundUp>, T>(isa)},
        {Builtin::trunc, unary<ToInteger<RoundToZero>, T>(isa)},
        {Builtin::bits, unary<BitsOfFloat, T>(isa)},
    }};
    const auto found = std::ranges::find(loops, builtin, &std::pair<Builtin, UnaryLoop>::first);
    return found != loops.end() ? found->second : nullptr;
}

template <class T>
UnaryLoop integer_loop(Isa isa, Builtin builtin) {
    if (builtin == Builtin::popcount) return unary<PopCount, T>(isa);
    if (builtin == Builtin::clz) return unary<CountLeadingZeros, T>(isa);
    if constexpr (std::is_same_v<T, std::uint32_t>) {
        if (builtin == Builtin::float_bits) return unary<FloatOfBits, T>(isa);
        if (builtin == Builtin::f16bits) return unary<HalfOfBits, T>(isa);
    }
    return nullptr;
}

}  // namespace

UnaryLoop unary_loop(Isa isa, Builtin builtin, ScalarType argument) {
    return with_host_type(argument, [&]<class T>() -> UnaryLoop {
        if constexpr (std::is_same_v<T, Bool>) {
            return nullptr;
        } else {
            if (builtin == Builtin::abs) return unary<Absolute, T>(isa);
            if constexpr (is_host_float<T>)
                return float_loop<T>(isa, builtin);
            else
                return integer_loop<T>(isa, builtin);
        }
    });
}

BinaryLoops binary_loops(Isa isa, Builtin builtin, ScalarType arguments) {
    return with_host_type(arguments, [&]<class T>() -> BinaryLoops {
        if constexpr (!std::is_same_v<T, Bool>) {
            if (builtin == Builtin::minimum) return binary<Minimum, T>(isa);
            if (builtin == Builtin::maximum) return binary<Maximum, T>(isa);
        }
        if constexpr (is_host_float<T>)
            if (builtin == Builtin::pow) return binary<Power, T>(isa);
        return {};
    });
}

TernaryLoop ternary_loop(Isa isa, Builtin builtin, ScalarType last) {
    return with_host_type(last, [&]<class T>() -> TernaryLoop {
        if (builtin == Builtin::where) return ternary<Select, Bool, T, T>(isa);
        if constexpr (is_host_float<T>)
            if (builtin == Builtin::fma) return ternary<Fma, T, T, T>(isa);
        if constexpr (std::is_same_v<T, std::uint32_t>)
            if (builtin == Builtin::byteperm) return ternary<BytePermute, T, T, T>(isa);
        if constexpr (std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::int32_t>)
            if (builtin == Builtin::dp4a) return ternary<DotOfBytes, std::uint32_t, std::uint32_t, T>(isa);
        return nullptr;
    });
}

}  // namespace phobos::interp::meaning
