// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/target.h"

/// Integers of chapter 2: two's complement, computed in their own type, wrapping (num-1 to num-6). What C++ leaves
/// open is computed unsigned or guarded.
namespace ph {

template <class C>
inline constexpr bool cpp_integer = same<C, signed char> || same<C, unsigned char> || same<C, char> || same<C, short> ||
                                    same<C, unsigned short> || same<C, int> || same<C, unsigned> || same<C, long> ||
                                    same<C, unsigned long> || same<C, long long> || same<C, unsigned long long>;

namespace machine {

/// 0 - x. The compiler of a card must not see that it is: of a choice between x and -x by the sign of x it makes `abs`,
/// of whose result ptxas 13.0 takes for granted that it is not below 0, which that of the least value is.
#if defined(__CUDA_ARCH__)
PH_FN unsigned opposite(unsigned x) {
    unsigned r;
    asm("sub.s32 %0, 0, %1;" : "=r"(r) : "r"(x));
    return r;
}
PH_FN unsigned long long opposite(unsigned long long x) {
    unsigned long long r;
    asm("sub.s64 %0, 0, %1;" : "=l"(r) : "l"(x));
    return r;
}
#else
PH_CONSTANT_FN unsigned opposite(unsigned x) { return 0U - x; }
PH_CONSTANT_FN unsigned long long opposite(unsigned long long x) { return 0ULL - x; }
#endif

}  // namespace machine

template <class Rep>
struct Integer {
    using Representation = Rep;
    /// What is computed in: no signed overflow, and no promotion to a signed type.
    using Word = Chosen<sizeof(Rep) == 8, unsigned long long, unsigned>;
    static constexpr bool is_signed = static_cast<Rep>(-1) < static_cast<Rep>(0);
    static constexpr int width = 8 * static_cast<int>(sizeof(Rep));

    Rep value;

    Integer() = default;
    template <class C, class = Where<cpp_integer<C>>>
    PH_CONSTANT_FN explicit Integer(C from) : value(static_cast<Rep>(from)) {}

    PH_CONSTANT_FN Word word() const { return static_cast<Word>(value); }
    static PH_CONSTANT_FN Integer of(Word word) { return Integer(static_cast<Rep>(word)); }

    static PH_CONSTANT_FN Integer least() { return of(is_signed ? Word{1} << (width - 1) : Word{0}); }
    static PH_CONSTANT_FN Integer greatest() { return of(is_signed ? (Word{1} << (width - 1)) - 1 : ~Word{0}); }

    friend PH_CONSTANT_FN Integer operator+(Integer a, Integer b) { return of(a.word() + b.word()); }
    friend PH_CONSTANT_FN Integer operator-(Integer a, Integer b) { return of(a.word() - b.word()); }
    friend PH_CONSTANT_FN Integer operator*(Integer a, Integer b) { return of(a.word() * b.word()); }
    friend PH_CONSTANT_FN Integer operator-(Integer a) { return of(opposite(a.word())); }
    friend PH_CONSTANT_FN Integer operator~(Integer a) { return of(~a.word()); }
    friend PH_CONSTANT_FN Integer operator&(Integer a, Integer b) { return of(a.word() & b.word()); }
    friend PH_CONSTANT_FN Integer operator|(Integer a, Integer b) { return of(a.word() | b.word()); }
    friend PH_CONSTANT_FN Integer operator^(Integer a, Integer b) { return of(a.word() ^ b.word()); }

    friend PH_CONSTANT_FN bool operator==(Integer a, Integer b) { return a.value == b.value; }
    friend PH_CONSTANT_FN bool operator!=(Integer a, Integer b) { return a.value != b.value; }
    friend PH_CONSTANT_FN bool operator<(Integer a, Integer b) { return a.value < b.value; }
    friend PH_CONSTANT_FN bool operator<=(Integer a, Integer b) { return a.value <= b.value; }
    friend PH_CONSTANT_FN bool operator>(Integer a, Integer b) { return a.value > b.value; }
    friend PH_CONSTANT_FN bool operator>=(Integer a, Integer b) { return a.value >= b.value; }

    /// num-2. A divisor of 0 is undefined in the language; the card gives some value for it, and so do we elsewhere.
    friend PH_CONSTANT_FN Integer operator/(Integer a, Integer b) {
        if (no_quotient(b)) return of(0);
        if (is_signed && sizeof(Rep) >= sizeof(int) && b.value == static_cast<Rep>(-1)) return -a;
        return Integer(a.value / b.value);
    }
    friend PH_CONSTANT_FN Integer operator%(Integer a, Integer b) {
        if (no_quotient(b)) return of(0);
        if (is_signed && sizeof(Rep) >= sizeof(int) && b.value == static_cast<Rep>(-1)) return of(0);
        return Integer(a.value % b.value);
    }

    /// num-4. A count outside the width is undefined in the language.
    template <class Count>
    friend PH_CONSTANT_FN Integer operator<<(Integer a, Integer<Count> count) {
        return of(a.word() << places(count));
    }
    template <class Count>
    friend PH_CONSTANT_FN Integer operator>>(Integer a, Integer<Count> count) {
        return Integer(a.value >> places(count));
    }

private:
    static PH_CONSTANT_FN Word opposite(Word x) {
        return __builtin_is_constant_evaluated() ? Word{0} - x : machine::opposite(x);
    }
#if defined(__CUDACC__)
    static PH_CONSTANT_FN bool no_quotient(Integer) { return false; }
    template <class Count>
    static PH_CONSTANT_FN unsigned places(Integer<Count> count) {
        return static_cast<unsigned>(count.value);
    }
#else
    static PH_CONSTANT_FN bool no_quotient(Integer divisor) { return divisor.value == 0; }
    template <class Count>
    static PH_CONSTANT_FN unsigned places(Integer<Count> count) {
        return static_cast<unsigned>(count.value) & (width - 1);
    }
#endif
};

/// A bool in memory: one byte, any value but 0 is true, writes give 0 or 1 (type-4).
struct bool8 {
    unsigned char byte;

    bool8() = default;
    PH_CONSTANT_FN bool8(bool from) : byte(from ? 1 : 0) {}
    PH_CONSTANT_FN operator bool() const { return byte != 0; }
};

struct f16;
struct bf16;

namespace types {
using i8 = Integer<signed char>;
using u8 = Integer<unsigned char>;
using i32 = Integer<int>;
using u32 = Integer<unsigned>;
using i64 = Integer<long long>;
using f32 = float;
using f64 = double;
using ph::bf16;
using ph::f16;
}  // namespace types
using namespace types;

template <class T>
inline constexpr bool is_integer = false;
template <class Rep>
inline constexpr bool is_integer<Integer<Rep>> = true;
template <class T>
inline constexpr bool is_float16 = same<T, f16> || same<T, bf16>;
template <class T>
inline constexpr bool is_float = is_float16<T> || same<T, float> || same<T, double>;

/// The type of a value whose memory holds a T.
template <class T>
using Value = Chosen<same<T, bool8>, bool, T>;

/// The value of an integer of any type, which a C++ integer counts as too.
template <class C, class = Where<cpp_integer<C>>>
PH_CONSTANT_FN long long wide(C value) {
    return static_cast<long long>(value);
}
template <class Rep>
PH_CONSTANT_FN long long wide(Integer<Rep> value) {
    return static_cast<long long>(value.value);
}

}  // namespace ph
