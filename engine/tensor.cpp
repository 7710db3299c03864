// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lang/base/assert.h"

namespace phobos::engine {

static_assert(std::endian::native == std::endian::little, "tensors are little-endian in memory and in files");

std::uint64_t physical_memory_bytes() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page_bytes = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page_bytes <= 0) return std::numeric_limits<std::int64_t>::max();
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
}

std::string spelling_of_shape(std::span<const std::int64_t> shape) {
    return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

Result<std::uint64_t, TensorFailure> element_count(std::span<const std::int64_t> shape) {
    using Kind = TensorFailure::Kind;
    if (shape.size() > max_rank)
        return Failure{TensorFailure{Kind::shape, fmt::format("shape {} has {} dimensions, at most {} are possible",
                                                              spelling_of_shape(shape), shape.size(), max_rank)}};
    for (const std::int64_t dim : shape)
        if (dim < 0 || dim > max_dim)
            return Failure{TensorFailure{Kind::shape, fmt::format("dimension {} of shape {} is outside 0 to {}", dim,
                                                                  spelling_of_shape(shape), max_dim)}};
    if (std::ranges::find(shape, 0) != shape.end()) return std::uint64_t{0};
    std::uint64_t count = 1;
    for (const std::int64_t dim : shape) {
        const auto factor = static_cast<std::uint64_t>(dim);
        if (count > std::numeric_limits<std::uint64_t>::max() / factor)
            return Failure{TensorFailure{
                Kind::memory, fmt::format("shape {} has more elements than 64 bits count", spelling_of_shape(shape))}};
        count *= factor;
    }
    return count;
}

Result<std::uint64_t, TensorFailure> byte_count(ScalarType element, std::span<const std::int64_t> shape,
                                                std::uint64_t limit_bytes) {
    const auto count = element_count(shape);
    if (!count) return Failure{count.error()};
    if (*count > limit_bytes / row(element).bytes)
        return Failure{TensorFailure{TensorFailure::Kind::memory,
                                     fmt::format("a tensor of {} elements of {} is larger than the limit of {} bytes",
                                                 spelling_of_shape(shape), spelling(element), limit_bytes)}};
    return *count * row(element).bytes;
}

Result<std::vector<std::byte>, TensorFailure> allocate_bytes(std::uint64_t count, std::byte value) {
    const auto refused = [&] {
        return Failure{
            TensorFailure{TensorFailure::Kind::memory, fmt::format("there is no memory for {} bytes", count)}};
    };
    if (count > physical_memory_bytes()) return refused();
    try {
        return std::vector<std::byte>(count, value);
    } catch (const std::bad_alloc&) {
        return refused();
    } catch (const std::length_error&) {
        return refused();
    }
}

Tensor::Tensor(ScalarType element, std::vector<std::int64_t> shape, std::vector<std::byte> bytes)
    : element_(element), shape_(std::move(shape)), bytes_(std::move(bytes)) {
    const auto expected = byte_count(element_, shape_, std::numeric_limits<std::uint64_t>::max());
    PHOBOS_ASSERT(expected.has_value());
    PHOBOS_ASSERT(*expected == bytes_.size());
}

ScalarBits Tensor::load(std::uint64_t index) const {
    PHOBOS_ASSERT(index < elements());
    ScalarBits value;
    std::memcpy(&value.bits, bytes_.data() + index * element_bytes(), element_bytes());
    return value;
}

void Tensor::store(std::uint64_t index, ScalarBits value) {
    PHOBOS_ASSERT(index < elements());
    std::memcpy(bytes_.data() + index * element_bytes(), &value.bits, element_bytes());
    mark_written(index);
}

std::uint64_t Tensor::unwritten_elements() const {
    return static_cast<std::uint64_t>(std::ranges::count(unwritten_, true));
}

void Tensor::mark_written(std::uint64_t index) {
    if (!unwritten_.empty()) unwritten_[index] = false;
}

void Tensor::mark_unwritten(std::uint64_t index) {
    PHOBOS_ASSERT(index < unwritten_.size());
    unwritten_[index] = true;
}

void Tensor::mark_all_unwritten() {
    std::ranges::fill(bytes_, std::byte{0xFF});
    unwritten_.assign(elements(), true);
}

std::uint64_t Tensor::zero_unwritten() {
    std::uint64_t zeroed = 0;
    for (std::uint64_t index = 0; index < unwritten_.size(); ++index) {
        if (!unwritten_[index]) continue;
        std::memset(bytes_.data() + index * element_bytes(), 0, element_bytes());
        ++zeroed;
    }
    unwritten_.clear();
    return zeroed;
}

Result<Tensor, TensorFailure> make_zeroed(ScalarType element, std::vector<std::int64_t> shape,
                                          std::uint64_t limit_bytes) {
    const auto count = byte_count(element, shape, limit_bytes);
    if (!count) return Failure{count.error()};
    auto bytes = allocate_bytes(*count, std::byte{0});
    if (!bytes) return Failure{bytes.error()};
    return Tensor(element, std::move(shape), std::move(*bytes));
}

Result<Tensor, TensorFailure> make_unwritten(ScalarType element, std::vector<std::int64_t> shape,
                                             std::uint64_t limit_bytes) {
    auto tensor = make_zeroed(element, std::move(shape), limit_bytes);
    if (!tensor) return tensor;
    try {
        tensor->mark_all_unwritten();
    } catch (const std::bad_alloc&) {
        return Failure{TensorFailure{TensorFailure::Kind::memory, "there is no memory for the record of writes"}};
    }
    return tensor;
}

}  // namespace phobos::engine
