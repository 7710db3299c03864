// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "lang/vocabulary/limits.h"

/// What is kept of the accesses of one element (docs/spec/11-execution-and-memory.md, Races) in words of 64 bits: from
/// the top the number of the operation, its site, the thread, who else did the same, and among whom values differed. A
/// number says by itself which barriers came after it, so nothing is cleared at one. 0 is no access.
namespace phobos::interp::observe {

using Word = std::uint64_t;

namespace word {

/// Who else has done the same, unordered with the word's thread: then the word of one of them is kept beside it.
enum class Company : std::uint8_t {
    none,
    warp,    ///< another lane since the warp's last barrier
    block,   ///< another warp since the block's last barrier
    launch,  ///< another block
};
/// Since when other values than the last have been written too, at the latest; what wrote the last such is kept.
enum class Differing : std::uint8_t { none, launch, block_barrier, warp_barrier };

inline constexpr int company_shift = 2;
inline constexpr int thread_shift = 4;
inline constexpr int site_shift = 14;
inline constexpr Word thread_mask = (Word{1} << (site_shift - thread_shift)) - 1;
/// Thread and company.
inline constexpr Word who_mask = (thread_mask << thread_shift) | (Word{3} << company_shift);

constexpr int thread_of(Word word) { return static_cast<int>(word >> thread_shift & thread_mask); }
constexpr Company company_of(Word word) { return static_cast<Company>(word >> company_shift & 3); }
constexpr Differing differing_of(Word word) { return static_cast<Differing>(word & 3); }
constexpr Word of_thread(int thread) { return static_cast<Word>(thread) << thread_shift; }
constexpr Word with(Company company) { return static_cast<Word>(company) << company_shift; }
constexpr Word with(Differing differing) { return static_cast<Word>(differing); }
/// The operation alone.
constexpr Word operation_of(Word word) { return word >> site_shift << site_shift; }

static_assert(limits::threads == thread_mask + 1);

}  // namespace word

/// How a launch divides the bits of operations: sites take as few as they need.
class Numbering {
public:
    explicit Numbering(std::size_t sites) : site_bits_(static_cast<int>(std::bit_width(sites))) {}

    [[nodiscard]] Word operation(std::uint64_t number, std::uint32_t site) const {
        return (number << site_bits_ | site) << word::site_shift;
    }
    /// All words of operations from this number on are at least that.
    [[nodiscard]] Word begin(std::uint64_t number) const { return operation(number, 0); }
    [[nodiscard]] std::uint64_t number_of(Word word) const { return word >> (site_bits_ + word::site_shift); }
    [[nodiscard]] std::uint32_t site_of(Word word) const {
        return static_cast<std::uint32_t>(word >> word::site_shift & ((Word{1} << site_bits_) - 1));
    }
    [[nodiscard]] std::uint64_t end() const { return Word{1} << (64 - word::site_shift - site_bits_); }

private:
    int site_bits_;
};

/// Where a block is: the least words since its beginning, since its last barrier, and since each warp's last one.
struct Moment {
    Word block = 0;
    Word interval = 0;
    std::array<Word, limits::threads / 32> warps{};
    Word any_barrier = 0;  ///< the latest of all of these
    int lane_bits = 5;

    [[nodiscard]] int warp_of(int thread) const { return thread >> lane_bits; }
    /// Since the last barrier of any kind that the thread has passed.
    [[nodiscard]] Word since(int thread) const {
        const Word warp = warps[static_cast<std::size_t>(warp_of(thread))];
        return warp > interval ? warp : interval;
    }
};

}  // namespace phobos::interp::observe
