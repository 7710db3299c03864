// SPDX-License-Identifier: Apache-2.0
#include "interp/observe/races.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace phobos::interp::observe {
namespace {

constexpr Geometry geometry{8, 4, 2};
constexpr std::int64_t elements = 80;  // of more than one line

/// What a thread did to an element.
struct Access {
    Deed deed;
    std::uint32_t site;
    std::uint64_t block;
    int thread;
    int interval;       ///< between barriers of the block
    int warp_interval;  ///< between barriers of any kind that the thread passed
    std::int64_t element;
    std::int32_t value;  ///< of a write
};

/// exec-25 to exec-28, read word for word.
class Rules {
public:
    explicit Rules(Shadow::Memory memory) : memory_(memory) {}

    std::vector<Access> accesses;

    [[nodiscard]] bool ordered(const Access& a, const Access& b) const {
        if (a.block != b.block) return memory_ == Shadow::Memory::shared;  // each block has its own
        if (a.interval != b.interval) return true;
        return a.thread / geometry.lanes == b.thread / geometry.lanes && a.warp_interval != b.warp_interval;
    }
    [[nodiscard]] bool unordered_pair(const Access& a, const Access& b) const {
        return a.element == b.element && (a.block != b.block || a.thread != b.thread) && !ordered(a, b);
    }
    [[nodiscard]] bool is_race(std::size_t first, std::size_t second) const {
        const Access& a = accesses[first];
        const Access& b = accesses[second];
        if (!unordered_pair(a, b)) return false;
        if (a.deed == b.deed) return a.deed == Deed::write && a.value != b.value;
        if (a.deed == Deed::read && b.deed == Deed::write) return !is_covered(first);
        if (b.deed == Deed::read && a.deed == Deed::write) return !is_covered(second);
        return true;
    }
    /// Of an access with any other.
    [[nodiscard]] bool races(std::size_t index) const {
        for (std::size_t other = 0; other < accesses.size(); ++other)
            if (other != index && is_race(std::min(index, other), std::max(index, other))) return true;
        return false;
    }

private:
    /// exec-28
    [[nodiscard]] bool is_covered(std::size_t reading) const {
        const Access& read = accesses[reading];
        std::vector<std::int32_t> values;
        for (std::size_t i = 0; i < reading; ++i) {
            const Access& own = accesses[i];
            if (own.deed == Deed::write && own.element == read.element && own.block == read.block &&
                own.thread == read.thread && own.interval == read.interval && own.warp_interval == read.warp_interval)
                values.push_back(own.value);
        }
        if (values.empty()) return false;
        for (const Access& other : accesses)
            if (other.deed == Deed::write && unordered_pair(read, other)) values.push_back(other.value);
        return std::ranges::all_of(values, [&](std::int32_t value) { return value == values.front(); });
    }

    Shadow::Memory memory_;
};

/// A random run of one launch, told to the detector and kept for the rules.
class Trial {
public:
    Trial(std::uint64_t seed, Shadow::Memory memory)
        : random_(seed),
          rules_(memory),
          has_atomics_(pick(2) == 0),
          shadow_(&races_.add(memory, elements, ScalarType::i32, {true, has_atomics_},
                              reinterpret_cast<const std::byte*>(memory_.data()))) {
        std::fill_n(mask_.writable(), 16, std::uint8_t{0});  // lanes are read by eights
        mask_.fill(geometry);
        races_.begin_block(0);
    }

    /// Up to the first race or so many operations; whether there was a race.
    bool run(int operations) {
        for (int i = 0; i < operations; ++i) {
            step();
            if (has_raced_ || ::testing::Test::HasFailure()) break;
        }
        return has_raced_;
    }

private:
    int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }

    void step() {
        if (is_calm_ && pick(3) == 0) return barrier();
        if (of_lines_ && pick(4) != 0) return pick(8) == 0 ? row() : line();
        switch (pick(of_lines_ ? 3 : 16)) {
            case 0: return barrier();
            case 1: return warp_barrier();
            case 2:
                if (pick(2) == 0) return next_block();
                return barrier();
            case 3:
            case 4: return line();
            case 5: return row();
            default: return scattered();
        }
    }
    void barrier() {
        races_.barrier();
        ++interval_;
        warp_intervals_ = {};
    }
    void warp_barrier() {
        const int warp = pick(2);
        take_part([&](int thread) { return thread / geometry.lanes == warp; });
        races_.warp_barrier(mask_);
        ++warp_intervals_[static_cast<std::size_t>(warp)];
    }
    void next_block() {
        barrier();
        block_ += static_cast<std::uint64_t>(1 + pick(2));
        races_.begin_block(block_);
    }
    template <class Takes>
    void take_part(const Takes& takes) {
        mask_.clear(geometry);
        for (int thread = 0; thread < geometry.threads; ++thread)
            if (takes(thread)) mask_.writable()[thread] = 1;
        mask_.recount(geometry);
    }
    void some_take_part() {
        const int one = 1 << pick(8);
        const int bits = is_calm_ || pick(4) != 0 ? one : pick(3) == 0 ? 255 : one | 1 << pick(8);
        take_part([&](int thread) { return (bits >> thread & 1) != 0; });
    }
    std::int32_t some_value() { return pick(is_calm_ ? 8 : 4) == 0 ? 1 : 0; }
    void note(Deed deed, int thread, std::int64_t element, std::int32_t value) {
        rules_.accesses.push_back({deed, site_, block_, thread, interval_,
                                   warp_intervals_[static_cast<std::size_t>(thread / geometry.lanes)], element, value});
    }
    /// The accesses of one operation are the last ones.
    void compare(const std::optional<Conflict>& conflict, std::size_t before) {
        bool expected = false;
        for (std::size_t i = 0; i < rules_.accesses.size(); ++i) expected = expected || rules_.races(i);
        ASSERT_EQ(conflict.has_value(), expected) << "after " << before << " accesses";
        has_raced_ = expected;
        if (!conflict) return;
        const auto is_side = [&](const Access& access, const Conflict::Side& side) {
            return access.deed == side.deed && access.site == side.site.index && access.block == side.block &&
                   access.thread == side.thread && access.element == conflict->element &&
                   (access.deed != Deed::write || static_cast<std::uint32_t>(access.value) == side.written.bits);
        };
        bool is_told = false;
        for (std::size_t i = before; i < rules_.accesses.size(); ++i)
            for (std::size_t j = 0; j < rules_.accesses.size(); ++j)
                is_told = is_told ||
                          (i != j && is_side(rules_.accesses[i], conflict->access) &&
                           is_side(rules_.accesses[j], conflict->other) &&
                           rules_.is_race(std::min(i, j), std::max(i, j)) && conflict->same_operation == (j >= before));
        EXPECT_TRUE(is_told) << "the pair told is in no race: " << text(conflict->access) << " and "
                             << text(conflict->other) << " of " << conflict->element << "\n"
                             << history();
    }
    static std::string text(const Conflict::Side& side) {
        constexpr std::array names{"read", "write", "atomic"};
        return std::string(names[static_cast<std::size_t>(side.deed)]) + " at " + std::to_string(side.site.index) +
               " by " + std::to_string(side.thread) + " of block " + std::to_string(side.block) + " writing " +
               std::to_string(side.written.bits);
    }
    [[nodiscard]] std::string history() const {
        std::string lines;
        for (const Access& each : rules_.accesses)
            lines += text({each.deed, {each.site}, each.block, each.thread, {static_cast<std::uint32_t>(each.value)}}) +
                     " to " + std::to_string(each.element) + ", interval " + std::to_string(each.interval) + "." +
                     std::to_string(each.warp_interval) + "\n";
        return lines;
    }
    void store(std::int64_t element, std::int32_t value) { memory_[static_cast<std::size_t>(element)] = value; }

    void scattered() {
        some_take_part();
        ++site_;
        const auto deed = static_cast<Deed>(has_atomics_ && pick(8) == 0 ? 2 : pick(2));
        const std::int64_t run = deed != Deed::atomic && pick(4) == 0 ? 2 : 1;
        const auto level = static_cast<Level>(pick(3));
        std::array<std::int64_t, 8> at{};
        std::array<std::int32_t, 16> values{};
        const bool apart = pick(2) == 0;
        for (std::size_t i = 0; i < 8; ++i) at[i] = 62 + (apart ? static_cast<std::int64_t>(2 * i) : pick(4));
        for (std::int32_t& value : values) value = some_value();
        const std::size_t before = rules_.accesses.size();
        const auto element_of = [&](int thread) {
            return static_cast<std::size_t>(level == Level::varying        ? thread
                                            : level == Level::warp_uniform ? thread / geometry.lanes
                                                                           : 0);
        };
        std::vector<std::pair<std::int64_t, std::int32_t>> stored;
        const auto note_all = [&](Deed each) {
            stored.clear();
            for (int thread = 0; thread < geometry.threads; ++thread)
                for (std::int64_t i = 0; mask_.has(thread) && i < run; ++i) {
                    const std::size_t element = element_of(thread);
                    const std::int32_t value =
                        values[element * static_cast<std::size_t>(run) + static_cast<std::size_t>(i)];
                    note(each, thread, at[element] + i, each == Deed::write ? value : 0);
                    stored.emplace_back(at[element] + i, value);
                }
        };
        const Reach reach{{site_}, mask_, at.data(), level, run};
        const bool is_compound = deed == Deed::write && pick(3) == 0;
        if (is_compound) {
            note_all(Deed::read);
            compare(races_.read(*shadow_, reach), before);
            if (has_raced_) return;
        }
        note_all(deed);
        switch (deed) {
            case Deed::read: return compare(races_.read(*shadow_, reach), before);
            case Deed::atomic:
                compare(races_.atomic(*shadow_, reach), before);
                for (const auto& [element, value] : stored) store(element, pick(2));
                return;
            case Deed::write:
                compare(races_.write(*shadow_, reach, {reinterpret_cast<const std::byte*>(values.data()), level},
                                     is_compound ? Execution::same : Execution::next),
                        before);
                for (const auto& [element, value] : stored) store(element, value);
        }
    }
    void line() {
        some_take_part();
        if (pick(2) == 0) mask_.fill(geometry);
        ++site_;
        const bool writes = pick(2) == 0;
        const std::int64_t base = pick(4) != 0 ? 60 : 56 + pick(10);
        std::array<std::int32_t, 8> values{};
        for (std::int32_t& value : values) value = some_value();
        const std::size_t before = rules_.accesses.size();
        for (int thread = 0; thread < geometry.threads; ++thread)
            if (mask_.has(thread))
                note(writes ? Deed::write : Deed::read, thread, base + thread,
                     writes ? values[static_cast<std::size_t>(thread)] : 0);
        const ReachOfLine reach{{site_}, mask_, base};
        if (!writes) return compare(races_.read(*shadow_, reach), before);
        compare(races_.write(*shadow_, reach, reinterpret_cast<const std::byte*>(values.data())), before);
        for (int thread = 0; thread < geometry.threads; ++thread)
            if (mask_.has(thread)) store(base + thread, values[static_cast<std::size_t>(thread)]);
    }
    /// Of a tile operation, which is between barriers.
    void row() {
        barrier();
        ++site_;
        const bool writes = pick(2) == 0;
        const std::int64_t first = pick(16);
        const std::int64_t position = 60 + pick(4);
        constexpr std::int64_t count = 12;
        const std::int32_t value = some_value();
        const std::size_t before = rules_.accesses.size();
        for (std::int64_t i = 0; i < count; ++i)
            note(writes ? Deed::write : Deed::read, static_cast<int>((first + i) % geometry.threads), position + i,
                 writes ? value : 0);
        races_.begin_rows(*shadow_, writes ? Deed::write : Deed::read, {site_});
        const ReachOfRow reach{{site_}, first, position, count};
        if (writes) {
            compare(races_.write(*shadow_, reach, reinterpret_cast<const std::byte*>(&value), 0), before);
            for (std::int64_t i = 0; i < count; ++i) store(position + i, value);
        } else {
            compare(races_.read(*shadow_, reach), before);
        }
        barrier();
    }

    std::mt19937_64 random_;
    Rules rules_;
    Races races_{geometry, 1000};
    std::array<std::int32_t, elements> memory_{};
    bool has_atomics_;
    Shadow* shadow_;
    Mask mask_;
    std::uint32_t site_ = 0;
    std::uint64_t block_ = 0;
    int interval_ = 0;
    std::array<int, 2> warp_intervals_{};
    bool is_calm_ = pick(4) != 0;   ///< has few races, so that runs are long
    bool of_lines_ = pick(3) == 0;  ///< reaches elements line by line only
    bool has_raced_ = false;
};

// exec-25 to exec-28
TEST(Races, AreThoseOfTheRulesInRandomRuns) {
    constexpr int trials = 10000;
    std::array<int, 2> races{};
    for (std::uint64_t seed = 0; seed < trials && !HasFailure(); ++seed)
        for (const Shadow::Memory memory : {Shadow::Memory::global, Shadow::Memory::shared}) {
            SCOPED_TRACE(seed);
            races[static_cast<std::size_t>(memory)] += Trial(seed, memory).run(24) ? 1 : 0;
        }
    for (const int each : races) {
        EXPECT_GT(each, trials / 2);
        EXPECT_LT(each, trials * 19 / 20);
    }
}

template <class T>
bool same(ScalarType type, T a, T b) {
    return is_same_value(type, reinterpret_cast<const std::byte*>(&a), reinterpret_cast<const std::byte*>(&b));
}

// exec-27
TEST(Races, CompareValuesByTheirType) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(same(ScalarType::f32, nan, std::copysign(nan, -1.0F)));
    EXPECT_FALSE(same(ScalarType::f32, 0.0F, -0.0F));
    EXPECT_FALSE(same(ScalarType::f32, nan, std::numeric_limits<float>::infinity()));
    EXPECT_TRUE(same<std::uint16_t>(ScalarType::f16, 0x7C01, 0xFE00));
    EXPECT_FALSE(same<std::uint16_t>(ScalarType::f16, 0x7C00, 0xFC00));
    EXPECT_TRUE(same<std::uint16_t>(ScalarType::bf16, 0x7F81, 0xFFC0));
    EXPECT_TRUE(same(ScalarType::f64, std::nan("1"), -std::nan("2")));
    EXPECT_FALSE(same(ScalarType::f64, 0.0, -0.0));
    EXPECT_FALSE(same<std::uint32_t>(ScalarType::u32, 0x7FC00000, 0x7FC00001));
    EXPECT_FALSE(same<std::int64_t>(ScalarType::i64, 1, std::int64_t{1} << 32 | 1));
    EXPECT_TRUE(same<std::int8_t>(ScalarType::i8, -1, -1));
}

// Where no numbers are left, what they would mean is not taken for a race.
TEST(Races, JudgeNothingWithoutNumbers) {
    constexpr std::size_t sites = std::size_t{1} << 44;  // leave but few numbers
    std::array<std::int32_t, elements> memory{};
    Races races{geometry, sites};
    Shadow& shadow = races.add(Shadow::Memory::global, elements, ScalarType::i32, {true, false},
                               reinterpret_cast<const std::byte*>(memory.data()));
    Mask mask;
    mask.clear(geometry);
    const auto write = [&](int thread, std::int32_t value) {
        mask.clear(geometry);
        mask.writable()[thread] = 1;
        mask.recount(geometry);
        const std::array<std::int64_t, 1> at{5};
        const auto found = races.write(shadow, {{1}, mask, at.data(), Level::uniform, 1},
                                       {reinterpret_cast<const std::byte*>(&value), Level::uniform});
        memory[5] = value;
        return found;
    };
    races.begin_block(0);
    EXPECT_FALSE(write(0, 1));
    int barriers = 0;
    for (; !races.is_exhausted(); ++barriers) races.barrier();
    EXPECT_GT(barriers, 4);
    races.barrier();
    EXPECT_FALSE(write(7, 2));
    EXPECT_FALSE(races.read(shadow, ReachOfLine{{1}, mask, 0}));
    EXPECT_TRUE(races.is_exhausted());
}

/// What a launch whose threads reach so many elements far apart takes beyond what it took from the start.
bool needs_more_than(std::uint64_t growth_bytes, Shadow::Memory memory, int operations) {
    constexpr std::int64_t many = std::int64_t{1} << 12;
    std::vector<std::int32_t> data(many);
    Races races{geometry, 1, growth_bytes};
    Shadow& shadow =
        races.add(memory, many, ScalarType::i32, {true, false}, reinterpret_cast<const std::byte*>(data.data()));
    Mask mask;
    std::fill_n(mask.writable(), 16, std::uint8_t{0});
    mask.fill(geometry);
    races.begin_block(0);
    std::array<std::int64_t, 8> at{};
    for (std::int64_t i = 0; i < operations; ++i) {
        for (std::size_t thread = 0; thread < 8; ++thread)
            at[thread] = (i * 7 + static_cast<std::int64_t>(thread * 100)) % many;
        EXPECT_FALSE(races.read(shadow, {{0}, mask, at.data(), Level::varying, 1}));
    }
    return races.is_beyond_memory();
}

TEST(Races, CountTheMemoryThatTheyTake) {
    for (const Shadow::Memory memory : {Shadow::Memory::global, Shadow::Memory::shared}) {
        EXPECT_FALSE(needs_more_than(std::uint64_t{1} << 22, memory, 1000));
        EXPECT_TRUE(needs_more_than(std::uint64_t{1} << 14, memory, 1000));
        EXPECT_FALSE(needs_more_than(std::uint64_t{1} << 20, memory, 20000));  // it does not grow for ever
    }
}

// However few positions an operation has, what is kept of it is bounded.
TEST(PutOffReads, AreFullByAllThatTheyTake) {
    Allowance allowance(Allowance::unlimited);
    Mask part;
    part.clear(geometry);
    part.writable()[1] = 1;
    part.recount(geometry);
    const std::array<std::int64_t, 1> at{3};
    PutOffReads reads(allowance);
    int kept = 0;
    for (; !reads.is_full() && kept < 20000; ++kept) reads.add(1, Level::uniform, 1, at, part, geometry);
    EXPECT_LT(kept, 20000);  // of more than 50 bytes each
    EXPECT_GT(kept, 1000);
    reads.clear();
    EXPECT_FALSE(reads.is_full());
}

// exec-25: a race with a block long before says which it was
TEST(Races, NameTheBlockOfTheOtherAccess) {
    Races races(geometry, 4);
    std::array<std::int32_t, 64> memory{};
    Shadow& shadow = races.add(Shadow::Memory::global, 64, ScalarType::i32, {false, false},
                               reinterpret_cast<const std::byte*>(memory.data()));
    Mask mask;
    std::fill_n(mask.writable(), 16, std::uint8_t{0});
    mask.writable()[5] = 1;
    mask.set_active(1);
    const auto write = [&](std::uint64_t block, std::int64_t element, std::int32_t value, int barriers) {
        races.begin_block(block);
        for (int i = 0; i < barriers; ++i) races.barrier();
        const auto found = races.write(shadow, Reach{{2}, mask, &element, Level::uniform, 1},
                                       {reinterpret_cast<const std::byte*>(&value), Level::uniform});
        memory[static_cast<std::size_t>(element)] = value;
        return found;
    };
    for (std::uint64_t block = 0; block < 50; ++block)
        ASSERT_FALSE(write(block, static_cast<std::int64_t>(block), 1, block % 7 == 3 ? 4 : 1));
    for (const std::int64_t element : {0, 3, 4, 10, 31, 49}) {
        const auto found = write(60, element, 2, 0);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->other.block, static_cast<std::uint64_t>(element));
        EXPECT_EQ(found->access.block, 60U);
        EXPECT_EQ(found->other.written.bits, 1U);
        memory[static_cast<std::size_t>(element)] = 1;
    }
}

}  // namespace
}  // namespace phobos::interp::observe
