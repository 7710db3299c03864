// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The words of CUDA C++ that a text uses, on both machines. The headers beside this one take C++17 without any
/// library, since the card's compiler has none. PH_FN marks what becomes part of its caller, PH_CONSTANT_FN what is in
/// constant expressions too, PH_RARE_FN what is called from many places and seldom; PH_UNROLL stands before a loop of
/// constant turns, which the host keeps as a loop.
#if defined(__CUDACC__)
#define PH_FN __device__ __forceinline__
#define PH_CONSTANT_FN __host__ __device__ __forceinline__ constexpr
#define PH_RARE_FN static __device__ __noinline__
#define PH_UNROLL _Pragma("unroll")
#else
#define PH_FN inline
#define PH_CONSTANT_FN inline constexpr
#define PH_RARE_FN inline __attribute__((noinline, cold))
#define PH_UNROLL
#define __global__
#define __launch_bounds__(...)
#endif

namespace ph {

/// Traits that the standard library would give.
template <class A, class B>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;

template <bool condition, class A, class B>
struct Choice {
    using Type = A;
};
template <class A, class B>
struct Choice<false, A, B> {
    using Type = B;
};
template <bool condition, class A, class B>
using Chosen = typename Choice<condition, A, B>::Type;

template <bool condition, class T = void>
struct Enabled {};
template <class T>
struct Enabled<true, T> {
    using Type = T;
};
template <bool condition, class T = void>
using Where = typename Enabled<condition, T>::Type;

template <class T>
struct WithoutConst {
    using Type = T;
};
template <class T>
struct WithoutConst<const T> {
    using Type = T;
};

}  // namespace ph
