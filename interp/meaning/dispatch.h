// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "interp/meaning/loops.h"

namespace phobos::interp::meaning {

/// `Body::run` compiled for each level of the processor.
template <class Body, class... Arguments>
struct ForEachIsa {
    static void baseline(Arguments... arguments) { Body::run(arguments...); }
#if defined(__x86_64__)
    __attribute__((target("arch=x86-64-v3"), flatten)) static void v3(Arguments... arguments) {
        Body::run(arguments...);
    }
    __attribute__((target("arch=x86-64-v4"), flatten)) static void v4(Arguments... arguments) {
        Body::run(arguments...);
    }
#endif
};

template <class Body, class... Arguments>
auto pick(Isa isa) -> void (*)(Arguments...) {
    using Each = ForEachIsa<Body, Arguments...>;
    switch (isa) {
        case Isa::baseline: return Each::baseline;
#if defined(__x86_64__)
        case Isa::x86_64_v3: return Each::v3;
        case Isa::x86_64_v4: return Each::v4;
#else
        case Isa::x86_64_v3:
        case Isa::x86_64_v4: return Each::baseline;
#endif
    }
    return nullptr;
}

// --- bodies by shape ---

template <class Op, class T>
struct UnaryBody {
    static void run(const void* a, void* out, std::size_t n) {
        using Result = decltype(Op::apply(T{}));
        const T* const x = static_cast<const T*>(a);
        Result* const r = static_cast<Result*>(out);
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) r[i] = Op::apply(x[i]);
    }
};
template <class Op, class T>
struct VectorVectorBody {
    static void run(const void* a, const void* b, void* out, std::size_t n) {
        using Result = decltype(Op::apply(T{}, T{}));
        const T* const x = static_cast<const T*>(a);
        const T* const y = static_cast<const T*>(b);
        Result* const r = static_cast<Result*>(out);
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) r[i] = Op::apply(x[i], y[i]);
    }
};
template <class Op, class T>
struct VectorScalarBody {
    static void run(const void* a, const void* b, void* out, std::size_t n) {
        using Result = decltype(Op::apply(T{}, T{}));
        const T* const x = static_cast<const T*>(a);
        const T y = *static_cast<const T*>(b);
        Result* const r = static_cast<Result*>(out);
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) r[i] = Op::apply(x[i], y);
    }
};
template <class Op, class T>
struct ScalarVectorBody {
    static void run(const void* a, const void* b, void* out, std::size_t n) {
        using Result = decltype(Op::apply(T{}, T{}));
        const T x = *static_cast<const T*>(a);
        const T* const y = static_cast<const T*>(b);
        Result* const r = static_cast<Result*>(out);
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) r[i] = Op::apply(x, y[i]);
    }
};

template <class Op, class T>
UnaryLoop unary(Isa isa) {
    return pick<UnaryBody<Op, T>, const void*, void*, std::size_t>(isa);
}
template <class Op, class T>
BinaryLoops binary(Isa isa) {
    return {pick<VectorVectorBody<Op, T>, const void*, const void*, void*, std::size_t>(isa),
            pick<VectorScalarBody<Op, T>, const void*, const void*, void*, std::size_t>(isa),
            pick<ScalarVectorBody<Op, T>, const void*, const void*, void*, std::size_t>(isa)};
}

// --- one family of one type, each instantiated in the file of its group of types ---

/// + - * / % and the bit operators; the operator is of that shape
template <class T>
BinaryLoops arithmetic_loops(Isa isa, BinaryOperator op);
/// The six comparisons.
template <class T>
BinaryLoops comparison_loops(Isa isa, BinaryOperator op);
/// Conversions from T.
template <class T>
UnaryLoop conversion_loop(Isa isa, ScalarType to);

}  // namespace phobos::interp::meaning
