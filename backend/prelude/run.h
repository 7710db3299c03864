// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/convert.h"
#include "backend/prelude/machine.h"
#include "backend/prelude/memory.h"
#include "backend/prelude/scalar.h"

/// A thread's own run of neighbouring elements (chapter 6), held in registers.
namespace ph {

/// n values. Those of 8 and 16 bits are packed in words as they lie in memory.
template <class T, int n>
class Run {
public:
    static constexpr bool packed = !same<T, bool> && sizeof(T) < 4;
    static constexpr int bytes = n * static_cast<int>(sizeof(T));
    static constexpr int word_count = (bytes + 3) / 4;

    PH_FN T operator[](int j) const {
        if constexpr (packed)
            return of_pattern<T>(slots_[j / per_word] >> (j % per_word * bits) & mask);
        else
            return slots_[j];
    }
    PH_FN void set(int j, T value) {
        if constexpr (packed) {
            const int place = j % per_word * bits;
            slots_[j / per_word] = (slots_[j / per_word] & ~(mask << place)) | (pattern(value) & mask) << place;
        } else {
            slots_[j] = value;
        }
    }

    /// Bytes 4w to 4w + 3 in memory order; of the last word of a run that ends within it, the rest is 0. Not of bool.
    PH_FN unsigned word(int w) const {
        if constexpr (packed)
            return slots_[w];
        else if constexpr (sizeof(T) == 8)
            return static_cast<unsigned>(pattern(slots_[w / 2]) >> (w % 2 * 32));
        else
            return pattern(slots_[w]);
    }
    /// Takes the words of a run of a packed type.
    PH_FN void set_word(int w, unsigned word) { slots_[w] = word; }

private:
    static constexpr int per_word = packed ? 4 / static_cast<int>(sizeof(T)) : 1;
    static constexpr int bits = 32 / per_word;
    static constexpr unsigned mask = ~0U >> (32 - bits);

    Chosen<packed, unsigned, T> slots_[packed ? word_count : n] = {};
};

/// The widest access, at most 16 bytes, for the rest of `bytes` bytes at an address that is `residue` modulo
/// 2^log2_modulus.
PH_CONSTANT_FN int access_bytes(int log2_modulus, int residue, int bytes) {
    int width = 1;
    while (width < 16 && width * 2 <= bytes && width * 2 <= 1 << log2_modulus && residue % (width * 2) == 0) width *= 2;
    return width;
}

/// Bytes of a run as they are in memory, as words.
template <int bytes>
struct Bytes {
    unsigned word[(bytes + 3) / 4] = {};

    /// Adds the words of an access of `width` bytes from byte `place` on, which nothing was put in yet.
    template <int place, int width>
    PH_FN void add(machine::Words<width> from) {
        constexpr int shift = place % 4 * 8;
        PH_UNROLL
        for (int w = 0; w < (width + 3) / 4; ++w) {
            word[place / 4 + w] |= from.word[w] << shift;
            if constexpr (shift != 0 && width + place % 4 > 4) word[place / 4 + w + 1] |= from.word[w] >> (32 - shift);
        }
    }
    /// The words of an access of `width` bytes from byte `place` on.
    template <int place, int width>
    PH_FN machine::Words<width> take() const {
        constexpr int shift = place % 4 * 8;
        machine::Words<width> to;
        PH_UNROLL
        for (int w = 0; w < (width + 3) / 4; ++w) {
            to.word[w] = word[place / 4 + w] >> shift;
            if constexpr (shift != 0 && width + place % 4 > 4) to.word[w] |= word[place / 4 + w + 1] << (32 - shift);
        }
        return to;
    }
};

template <int log2_modulus, int residue, int place, int bytes>
PH_FN void load_bytes(const unsigned char* address, Bytes<bytes>& to) {
    if constexpr (place < bytes) {
        constexpr int width = access_bytes(log2_modulus, residue + place, bytes - place);
        to.template add<place, width>(machine::fetch<width>(address + place));
        load_bytes<log2_modulus, residue, place + width>(address, to);
    }
}
template <int log2_modulus, int residue, int place, int bytes>
PH_FN void store_bytes(unsigned char* address, const Bytes<bytes>& from) {
    if constexpr (place < bytes) {
        constexpr int width = access_bytes(log2_modulus, residue + place, bytes - place);
        machine::put<width>(address + place, from.template take<place, width>());
        store_bytes<log2_modulus, residue, place + width>(address, from);
    }
}

/// The elements from `offset` on, read in the widest accesses that the residue of their address modulo 2^log2_modulus
/// proves aligned (run-32).
template <int n, int log2_modulus, int residue, class T>
PH_FN Run<Value<T>, n> load_run(const T* tensor, long long offset) {
    constexpr int size = static_cast<int>(sizeof(T));
    Bytes<n * size> bytes;
    load_bytes<log2_modulus, residue, 0>(reinterpret_cast<const unsigned char*>(tensor + offset), bytes);
    Run<Value<T>, n> run;
    if constexpr (Run<Value<T>, n>::packed) {
        PH_UNROLL
        for (int w = 0; w < Run<Value<T>, n>::word_count; ++w) run.set_word(w, bytes.word[w]);
    } else {
        PH_UNROLL
        for (int j = 0; j < n; ++j) {
            if constexpr (size == 8)
                run.set(j, of_pattern<Value<T>>(static_cast<unsigned long long>(bytes.word[2 * j + 1]) << 32 |
                                                bytes.word[2 * j]));
            else if constexpr (size == 4)
                run.set(j, of_pattern<Value<T>>(bytes.word[j]));
            else
                run.set(j, (bytes.word[j / 4] >> (j % 4 * 8) & 0xffU) != 0);
        }
    }
    return run;
}

/// Writes the elements from `offset` on; the residue is as for load_run.
template <int n, int log2_modulus, int residue, class T>
PH_FN void store_run(T* tensor, long long offset, const Run<Value<T>, n>& run) {
    constexpr int size = static_cast<int>(sizeof(T));
    Bytes<n * size> bytes;
    if constexpr (same<T, bool8>) {
        PH_UNROLL
        for (int j = 0; j < n; ++j) bytes.word[j / 4] |= (run[j] ? 1U : 0U) << (j % 4 * 8);
    } else {
        PH_UNROLL
        for (int w = 0; w < Run<T, n>::word_count; ++w) bytes.word[w] = run.word(w);
    }
    store_bytes<log2_modulus, residue, 0>(reinterpret_cast<unsigned char*>(tensor + offset), bytes);
}

/// The run whose elements all are `value`.
template <int n, class T>
PH_FN Run<T, n> splat(T value) {
    Run<T, n> run;
    PH_UNROLL
    for (int j = 0; j < n; ++j) run.set(j, value);
    return run;
}

/// run-22: ascending, from the first element itself.
template <class T, int n>
PH_FN T sum(const Run<T, n>& run) {
    T total = run[0];
    PH_UNROLL
    for (int j = 1; j < n; ++j) total = total + run[j];
    return total;
}

/// run-33: the sum of i32(a[j]) * i32(b[j]) over bytes.
template <class A, class B, int n>
PH_FN i32 dot_bytes(const Run<A, n>& a, const Run<B, n>& b) {
    static_assert(n % 4 == 0 && sizeof(A) == 1 && sizeof(B) == 1);
    unsigned total = 0;
    PH_UNROLL
    for (int w = 0; w < n / 4; ++w) total = machine::dot4<A::is_signed, B::is_signed>(a.word(w), b.word(w), total);
    return i32(total);
}

/// One of `count` parts by a number that only the kernel knows: chosen, since registers have no addresses. A number
/// outside gives some part.
template <int count, class Part>
PH_FN auto chosen(int number, Part part) {
    auto result = part(0);
    PH_UNROLL
    for (int other = 1; other < count; ++other)
        if (other == number) result = part(other);
    return result;
}

/// run-24. The index is one inside, or the result is some element.
template <class T, int n, class I>
PH_FN T elem(const Run<T, n>& run, I index) {
    if constexpr (Run<T, n>::packed) {
        constexpr unsigned size = sizeof(T);
        const unsigned byte = static_cast<unsigned>(wide(index)) * size;
        const unsigned word =
            chosen<Run<T, n>::word_count>(static_cast<int>(byte / 4), [&](int w) { return run.word(w); });
        return of_pattern<T>(word >> (byte % 4 * 8) & (~0U >> (32 - 8 * size)));
    } else {
        return chosen<n>(static_cast<int>(wide(index)), [&](int j) { return run[j]; });
    }
}

/// run-26, likewise.
template <class T, int n, class I>
PH_FN u32 word(const Run<T, n>& run, I index) {
    static_assert(!same<T, bool> && Run<T, n>::bytes % 4 == 0);
    constexpr int words = Run<T, n>::word_count;
    return u32(chosen<words>(static_cast<int>(wide(index)), [&](int w) { return run.word(w); }));
}

}  // namespace ph
