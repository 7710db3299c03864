// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "interp/observe/put_off_reads.h"
#include "interp/observe/race_words.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::interp::observe {

enum class Deed : std::uint8_t { read, write, atomic };

/// The words of one element's reads, writes or atomics: `stride` words from one to the next.
struct Cells {
    Word* first;
    std::size_t stride;

    /// Of the latest access, or of the first of several by others alike.
    [[nodiscard]] Word& latest() const { return first[0]; }
    /// Of another one alike, where the latest has company.
    [[nodiscard]] Word& other() const { return first[stride]; }
    /// Of the latest write of another value, and that value, where the latest says that there is one.
    [[nodiscard]] Word& differing() const { return first[2 * stride]; }
    [[nodiscard]] Word& differing_value() const { return first[3 * stride]; }
    /// What the latest write has written, where atomics may have changed memory since.
    [[nodiscard]] Word& value() const { return first[4 * stride]; }

    static constexpr std::size_t of_write = 4;
    static constexpr std::size_t of_write_beside_atomics = 5;
    static constexpr std::size_t of_others = 2;
};

/// Accesses of one operation to elements of a line: element base + t * stride of it, the base perhaps outside, by
/// thread t.
struct Stretch {
    Word operation = 0;
    std::int32_t base = 0;
    std::int32_t stride = 1;
    std::uint64_t mask = 0;   ///< bit i: element i of the line
    Stretch* next = nullptr;  ///< another one, of other elements

    [[nodiscard]] int thread_of(int element) const { return (element - base) / stride; }
    [[nodiscard]] bool has_threads_of(const Stretch& other) const {
        return base == other.base && stride == other.stride;
    }
};

/// Neighbouring elements, in a few records as long as those tell all.
struct Line {
    static constexpr std::int64_t elements = 64;

    Stretch first;
    std::uint64_t reached = 0;  ///< by any of the stretches
    Word* cells = nullptr;      ///< its elements one by one, if stretches do not suffice
};

/// The words of all elements of a buffer for one deed. Those of a tensor are made where lines do not suffice.
class Column {
public:
    enum class Kept : std::uint8_t { by_element, by_line };
    Column() = default;
    /// What it takes later comes from the allowance, which outlives it; what it takes now is `bytes_of`.
    Column(std::int64_t elements, std::size_t words, Kept kept, Allowance& allowance);

    [[nodiscard]] bool exists() const { return words_ != 0; }
    [[nodiscard]] Cells cells(std::int64_t element) {
        if (flat_ != nullptr) return {flat_.get() + element, stride_};
        Line& line = lines_[static_cast<std::size_t>(element / Line::elements)];
        if (line.cells == nullptr) expand(line);
        return {line.cells + element % Line::elements, stride_};
    }
    /// Of a tile: the latest words, one after the other.
    [[nodiscard]] Word* flat() { return flat_.get(); }
    [[nodiscard]] Line& line(std::int64_t index) { return lines_[static_cast<std::size_t>(index)]; }
    void expand(Line& line);
    /// Adds elements that the line does not have.
    void add(Line& line, const Stretch& stretch);
    static std::uint64_t bytes_of(std::int64_t elements, std::size_t words, Kept kept);

private:
    static constexpr std::size_t most_lines_a_chunk = 256;

    Allowance* allowance_ = nullptr;
    std::size_t words_ = 0;
    /// From one word of an element to the next: the latest ones of a chunk's lines, or of a tile, lie together, since
    /// most others are never touched.
    std::size_t stride_ = 0;
    std::unique_ptr<Word[]> flat_;
    std::vector<Line> lines_;
    std::vector<std::unique_ptr<Word[]>> chunks_;
    std::size_t left_in_chunk_ = 0;
    std::deque<Stretch> stretches_;  ///< those after the first of a line
};

/// exec-28: the threads that have written an element since their last barrier where several have, which is where one
/// word does not tell. Of the block under way, since its last barrier.
class Writers {
public:
    /// What they take comes from the allowance, which outlives them.
    explicit Writers(Allowance& allowance) : allowance_(&allowance) {}

    void add(std::int64_t element, int thread, const Moment& moment) {
        const int warp = moment.warp_of(thread);
        add_lanes(element, warp, std::uint64_t{1} << (thread - (warp << moment.lane_bits)), moment);
    }
    void add_lanes(std::int64_t element, int warp, std::uint64_t lanes, const Moment& moment);
    [[nodiscard]] bool has(std::int64_t element, int thread, const Moment& moment) const;
    [[nodiscard]] bool empty() const { return warps_.empty(); }
    void clear();

private:
    struct Lanes {
        Word since = 0;  ///< when the warp had passed its last barrier
        std::uint64_t lanes = 0;
    };
    static std::uint64_t key(std::int64_t element, int warp) {
        return static_cast<std::uint64_t>(element) << 5 | static_cast<std::uint64_t>(warp);
    }
    Allowance* allowance_;
    std::unordered_map<std::uint64_t, Lanes> warps_;
};

/// An access with which another is in a race.
struct Partner {
    Word word = 0;  ///< 0: there is none
    Deed deed = Deed::read;
    bool is_differing = false;  ///< a write of another value than the latest

    explicit operator bool() const { return word != 0; }
};

/// What kernels do to a buffer, apart from writing, that elements are watched for.
struct Uses {
    bool reads = true;
    bool atomics = true;
};

/// What is kept of the accesses of a tensor's or shared tile's elements, and the rules by which the next one is judged
/// (exec-25 to exec-28). A write is judged before memory has its value.
class Shadow {
public:
    enum class Memory : std::uint8_t { global, shared };
    /// Of elements that lie at `data`. What is kept beyond `bytes_of` comes from the allowance, which outlives this.
    Shadow(Memory memory, std::int64_t elements, ScalarType type, Uses uses, const std::byte* data,
           Allowance& allowance);
    /// What it takes from the start.
    static std::uint64_t bytes_of(Memory memory, std::int64_t elements, Uses uses);

    [[nodiscard]] bool is_shared() const { return memory_ == Memory::shared; }
    [[nodiscard]] ScalarType type() const { return type_; }
    /// What the latest write of an element has written, if there was one.
    [[nodiscard]] const std::byte* written(std::int64_t element) {
        if (!column(Deed::atomic).exists()) return data_ + element * bytes(type_);
        return reinterpret_cast<const std::byte*>(&column(Deed::write).cells(element).value());
    }
    [[nodiscard]] Column& column(Deed deed) { return columns_[static_cast<std::size_t>(deed)]; }
    [[nodiscard]] Writers& writers() { return writers_; }
    [[nodiscard]] PutOffReads& put_off_reads() { return put_off_reads_; }
    /// The word of the latest operation of a kind.
    [[nodiscard]] Word& last(Deed deed) { return last_[static_cast<std::size_t>(deed)]; }

    /// One access of one element by one thread; the operation is a word without thread.
    struct Access {
        Word operation;
        int thread;
        std::int64_t element;
    };
    Partner read(const Access& access, const Moment& moment);
    Partner atomic(const Access& access, const Moment& moment);
    /// What a write stores, and what is there: by the latest write, also one of the same operation.
    struct Values {
        const std::byte* written;
        const std::byte* before;
    };
    Partner write(const Access& access, const Values& values, const Moment& moment) {
        const Partner partner = judge_write(access, values, moment);
        if (!partner && column(Deed::atomic).exists())
            std::memcpy(&column(Deed::write).cells(access.element).value(), values.written,
                        static_cast<std::size_t>(bytes(type_)));
        return partner;
    }
    /// A read is noted that is known to be in no race with an access before.
    void note_read(const Access& access, const Moment& moment) {
        note(column(Deed::read).cells(access.element), access, moment);
    }

private:
    [[nodiscard]] bool is_of_launch(Word word, const Moment& moment) const {
        return memory_ == Memory::global && word < moment.block;
    }
    Partner judge_write(const Access& access, const Values& values, const Moment& moment);
    [[nodiscard]] Partner opponent(Deed deed, const Access& access, const Moment& moment);
    void note(Cells cells, const Access& access, const Moment& moment) const;
    Partner write_in_launch(Cells cells, const Access& access, const Values& values, const Moment& moment);
    Partner write_in_interval(Cells cells, const Access& access, const Values& values, const Moment& moment);
    void put(Cells cells, const Access& access, const Values& values, word::Differing differing);
    void add_writers(Word latest, const Access& access, const Moment& moment);
    [[nodiscard]] bool same(const Values& values) const;

    Memory memory_;
    ScalarType type_;
    const std::byte* data_;
    std::array<Column, 3> columns_;
    std::array<Word, 3> last_{};
    Writers writers_;
    PutOffReads put_off_reads_;
};

/// exec-27: any NaN is the same value as any other, -0.0 is not +0.0.
bool is_same_value(ScalarType type, const std::byte* a, const std::byte* b);

}  // namespace phobos::interp::observe
