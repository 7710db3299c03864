// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/memory.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "engine/tensor.h"

namespace phobos::plain {

namespace {

constexpr std::size_t alignment = 256;
constexpr std::byte guard{0xA5};

}  // namespace

std::optional<Allocation> Allocation::make(std::uint64_t bytes, std::int64_t byte_offset) {
    const auto offset = static_cast<std::uint64_t>(byte_offset);
    const std::uint64_t extra = alignment + offset + 2 * guard_bytes;
    if (byte_offset < 0 || bytes > std::numeric_limits<std::uint64_t>::max() - extra) return std::nullopt;
    auto storage = engine::allocate_bytes(bytes + extra, guard);
    if (!storage) return std::nullopt;
    Allocation result;
    result.storage_ = std::move(*storage);
    const auto address = reinterpret_cast<std::uintptr_t>(result.storage_.data()) + guard_bytes;
    result.begin_ = guard_bytes + (alignment - address % alignment) % alignment + offset;
    result.size_ = bytes;
    return result;
}

Allocation Allocation::around(std::vector<std::byte> bytes) {
    Allocation result;
    result.size_ = bytes.size();
    result.storage_ = std::move(bytes);
    result.is_guarded_ = false;
    return result;
}

bool Allocation::damaged() const {
    if (!is_guarded_) return false;
    const auto intact = [](std::byte byte) { return byte == guard; };
    const auto begin = storage_.begin() + static_cast<std::ptrdiff_t>(begin_);
    return !std::all_of(storage_.begin(), begin, intact) ||
           !std::all_of(begin + static_cast<std::ptrdiff_t>(size_), storage_.end(), intact);
}

void Allocation::mark_unwritten(std::size_t first, std::size_t count) {
    unwritten_.resize(size_, false);
    std::fill_n(unwritten_.begin() + static_cast<std::ptrdiff_t>(first), count, true);
}

void Allocation::mark_written(std::size_t first, std::size_t count) {
    if (tracks_writes()) std::fill_n(unwritten_.begin() + static_cast<std::ptrdiff_t>(first), count, false);
}

bool Allocation::is_written(std::size_t first, std::size_t count) const {
    if (!tracks_writes()) return true;
    for (std::size_t byte = first; byte < first + count; ++byte)
        if (unwritten_[byte]) return false;
    return true;
}

ScalarBits View::read(std::int64_t position) const {
    ScalarBits value;
    std::memcpy(&value.bits, allocation->bytes().data() + byte_of(position), static_cast<std::size_t>(bytes(element)));
    if (element == ScalarType::boolean) value.bits = value.bits != 0 ? 1 : 0;
    return value;
}

void View::write(std::int64_t position, ScalarBits value) const {
    const auto count = static_cast<std::size_t>(bytes(element));
    std::memcpy(allocation->bytes().data() + byte_of(position), &value.bits, count);
    allocation->mark_written(byte_of(position), count);
}

bool View::is_written(std::int64_t position) const {
    return allocation->is_written(byte_of(position), static_cast<std::size_t>(bytes(element)));
}

}  // namespace phobos::plain
