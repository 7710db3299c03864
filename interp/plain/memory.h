// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/vocabulary/scalar_type.h"

namespace phobos::plain {

/// Bytes with a known pattern on either side, and, where somebody asks, a note of which were never written.
class Allocation {
public:
    static constexpr std::size_t guard_bytes = 256;

    /// Nothing where the memory cannot be had. The first byte lies `byte_offset` past a multiple of 256.
    static std::optional<Allocation> make(std::uint64_t bytes, std::int64_t byte_offset);

    /// Takes over memory as it is, without guards.
    static Allocation around(std::vector<std::byte> bytes);
    [[nodiscard]] bool is_guarded() const { return is_guarded_; }
    /// Gives such memory away; what was noted of its writes stays.
    [[nodiscard]] std::vector<std::byte> release() { return std::move(storage_); }

    [[nodiscard]] std::span<std::byte> bytes() { return {storage_.data() + begin_, size_}; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return {storage_.data() + begin_, size_}; }
    [[nodiscard]] bool damaged() const;

    [[nodiscard]] bool tracks_writes() const { return !unwritten_.empty(); }
    /// From the first call on writes are tracked.
    void mark_unwritten(std::size_t first, std::size_t count);
    void mark_written(std::size_t first, std::size_t count);
    [[nodiscard]] bool is_written(std::size_t first, std::size_t count) const;

private:
    std::vector<std::byte> storage_;
    std::size_t begin_ = 0;
    std::size_t size_ = 0;
    bool is_guarded_ = true;
    std::vector<bool> unwritten_;  ///< empty, or by byte
};

/// A tensor or tile as subscripts see it: typed and shaped elements inside an allocation.
struct View {
    std::string_view name;
    ScalarType element = ScalarType::i32;
    std::array<std::int64_t, 4> extents{};
    std::uint8_t rank = 0;
    Allocation* allocation = nullptr;
    std::size_t first_byte = 0;
    Allocation* upper = nullptr;  ///< of the same size, for the upper bounds of intervals: `allocation` has the lower

    [[nodiscard]] std::size_t byte_of(std::int64_t position) const {
        return first_byte + static_cast<std::size_t>(position) * static_cast<std::size_t>(bytes(element));
    }
    /// run-7: any byte but 0 is a true bool.
    [[nodiscard]] ScalarBits read(std::int64_t position) const;
    void write(std::int64_t position, ScalarBits value) const;
    [[nodiscard]] bool is_written(std::int64_t position) const;
};

}  // namespace phobos::plain
