// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lang/base/result.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::engine {

inline constexpr std::int64_t max_dim = (std::int64_t{1} << 31) - 1;  // type-3
inline constexpr std::size_t max_rank = 4;                            // type-3

/// Why a tensor of some shape cannot exist here.
struct TensorFailure {
    enum class Kind : std::uint8_t {
        shape,   ///< too many dimensions, or one that is negative or 2^31 or more
        memory,  ///< more bytes than the limit, than 64 bits count or than the allocator gives
    };
    Kind kind;
    std::string text;
};

/// The bytes of memory this machine has: what a tensor's size is limited to when nothing else is said.
std::uint64_t physical_memory_bytes();

/// "4x8"; "scalar" for rank 0.
std::string spelling_of_shape(std::span<const std::int64_t> shape);

/// The number of elements of a shape of at most max_rank dims in 0..max_dim, or why the shape is none.
Result<std::uint64_t, TensorFailure> element_count(std::span<const std::int64_t> shape);

/// The number of bytes such a tensor has, or that it is more than `limit_bytes`.
Result<std::uint64_t, TensorFailure> byte_count(ScalarType element, std::span<const std::int64_t> shape,
                                                std::uint64_t limit_bytes);

/// A dense row-major tensor on the host: a deep value. Elements may be marked as never written.
class Tensor {
public:
    /// Takes over the bytes, which must be as many as element type and shape say; every element counts as written.
    Tensor(ScalarType element, std::vector<std::int64_t> shape, std::vector<std::byte> bytes);

    [[nodiscard]] ScalarType element() const { return element_; }
    [[nodiscard]] const std::vector<std::int64_t>& shape() const { return shape_; }
    [[nodiscard]] std::size_t rank() const { return shape_.size(); }
    [[nodiscard]] std::uint64_t elements() const { return bytes_.size() / element_bytes(); }
    [[nodiscard]] std::size_t element_bytes() const { return row(element_).bytes; }

    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
    [[nodiscard]] std::span<std::byte> bytes() { return bytes_; }
    /// Gives the storage away and leaves an empty shell that may only be destroyed or assigned to.
    [[nodiscard]] std::vector<std::byte> release_bytes() && { return std::move(bytes_); }

    /// The element's bits, zero-extended; `index` counts in row order.
    [[nodiscard]] ScalarBits load(std::uint64_t index) const;
    /// Writes the low bits and marks the element written.
    void store(std::uint64_t index, ScalarBits value);

    /// Whether any element may be unwritten: one word for "nothing is tracked".
    [[nodiscard]] bool tracks_writes() const { return !unwritten_.empty(); }
    [[nodiscard]] bool is_written(std::uint64_t index) const { return unwritten_.empty() || !unwritten_[index]; }
    [[nodiscard]] std::uint64_t unwritten_elements() const;
    void mark_written(std::uint64_t index);
    /// From now on writes are tracked; so far every element counts as written.
    void track_writes() { unwritten_.assign(elements(), false); }
    /// The element counts as never written; its bytes stay. Writes are tracked already.
    void mark_unwritten(std::uint64_t index);
    /// From now on every element counts as unwritten; their bytes become 0xFF.
    void mark_all_unwritten();
    /// Gives each unwritten element the value 0 and ends the tracking; returns how many there were.
    std::uint64_t zero_unwritten();

    friend bool operator==(const Tensor&, const Tensor&) = default;

private:
    ScalarType element_;
    std::vector<std::int64_t> shape_;
    std::vector<std::byte> bytes_;
    std::vector<bool> unwritten_;  ///< empty, or one bit per element
};

/// `count` bytes of the given value, or that there is no memory for them.
Result<std::vector<std::byte>, TensorFailure> allocate_bytes(std::uint64_t count, std::byte value);

/// All elements 0. Fails on a bad shape, above `limit_bytes` and without memory; never throws.
Result<Tensor, TensorFailure> make_zeroed(ScalarType element, std::vector<std::int64_t> shape,
                                          std::uint64_t limit_bytes = physical_memory_bytes());

/// All bytes 0xFF and every element unwritten: what a tensor given only as output starts as. Fails like make_zeroed.
Result<Tensor, TensorFailure> make_unwritten(ScalarType element, std::vector<std::int64_t> shape,
                                             std::uint64_t limit_bytes = physical_memory_bytes());

}  // namespace phobos::engine
