// SPDX-License-Identifier: Apache-2.0
#include "interp/memory/buffers.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "engine/fault_text.h"
#include "lang/base/assert.h"

namespace phobos::interp {

namespace {

constexpr std::size_t alignment = 256;
constexpr std::byte guard{0xA5};
constexpr std::byte unwritten_byte{0xFF};

void mark_unwritten(engine::Tensor& tensor, const std::vector<std::uint8_t>& unwritten) {
    if (!unwritten.empty()) tensor.track_writes();
    for (std::size_t i = 0; i < unwritten.size(); ++i)
        if (unwritten[i] != 0) tensor.mark_unwritten(i);
}

BufferView view_of(const program::Tile& tile) {
    BufferView view;
    view.element = tile.element;
    view.rank = tile.shape.rank;
    std::ranges::copy(tile.shape.axes(), view.extents.begin());
    view.name = &tile.name;
    return view;
}

}  // namespace

std::uint64_t TileMemory::bytes_of(const program::Tile& tile) {
    const auto elements = static_cast<std::uint64_t>(view_of(tile).elements());
    return elements * static_cast<std::uint64_t>(phobos::bytes(tile.element)) + elements;
}

TileMemory::TileMemory(const program::Tile& tile) : view_(view_of(tile)) {
    const auto elements = static_cast<std::size_t>(view_.elements());
    bytes_.resize(elements * static_cast<std::size_t>(phobos::bytes(tile.element)));
    unwritten_.resize(elements);
    view_.data = bytes_.data();
}

void TileMemory::declare(Tracking tracking) {
    std::ranges::fill(bytes_, unwritten_byte);
    view_.unwritten = nullptr;
    if (tracking == Tracking::writes) {
        std::ranges::fill(unwritten_, std::uint8_t{1});
        view_.unwritten = unwritten_.data();
    }
    unwritten_left_ = unwritten_.size();
}

void TileMemory::note_written(std::size_t elements) {
    unwritten_left_ -= elements;
    if (unwritten_left_ == 0) view_.unwritten = nullptr;
}

void TileMemory::note_all_written() {
    unwritten_left_ = 0;
    view_.unwritten = nullptr;
}

std::optional<Buffers::Allocation> Buffers::allocate(engine::OwnTensor own) {
    Allocation allocation;
    allocation.size = own.tensor.bytes().size();
    if (own.tensor.tracks_writes()) {
        allocation.unwritten.resize(own.tensor.elements());
        for (std::size_t i = 0; i < allocation.unwritten.size(); ++i)
            allocation.unwritten[i] = own.tensor.is_written(i) ? 0 : 1;
    }
    if (allocation.size > guarded_bytes && own.byte_offset == 0) {
        allocation.storage = std::move(own.tensor).release_bytes();
        allocation.guarded = false;
        return allocation;
    }
    const auto offset = static_cast<std::size_t>(own.byte_offset);
    auto storage = engine::allocate_bytes(allocation.size + offset + 2 * guard_bytes + alignment, guard);
    if (!storage) return std::nullopt;
    allocation.storage = std::move(*storage);
    const auto address = reinterpret_cast<std::uintptr_t>(allocation.storage.data()) + guard_bytes;
    allocation.begin = guard_bytes + (alignment - address % alignment) % alignment + offset;
    std::ranges::copy(own.tensor.bytes(), allocation.storage.begin() + static_cast<std::ptrdiff_t>(allocation.begin));
    return allocation;
}

/// An element of the view is unwritten where any of its bytes is.
Buffers::Argument Buffers::view_in(const Allocation& allocation, ScalarType viewed, const engine::ViewOf& view) {
    Argument argument;
    argument.tensor = true;
    argument.first_byte = static_cast<std::size_t>(view.byte_offset);
    argument.element = view.element;
    argument.shape = view.shape;
    if (allocation.unwritten.empty()) return argument;
    std::size_t elements = 1;
    for (const std::int64_t extent : view.shape) elements *= static_cast<std::size_t>(extent);
    const auto size = static_cast<std::size_t>(phobos::bytes(view.element));
    const auto viewed_bytes = static_cast<std::size_t>(phobos::bytes(viewed));
    argument.unwritten.resize(elements);
    for (std::size_t byte = 0; byte < elements * size; ++byte)
        argument.unwritten[byte / size] |= allocation.unwritten[(argument.first_byte + byte) / viewed_bytes];
    return argument;
}

Result<std::unique_ptr<Buffers>, engine::Limited> Buffers::upload(const program::Program& program,
                                                                  engine::Launch launch, engine::BoundDims dims) {
    PHOBOS_ASSERT(launch.arguments.size() == program.parameters.size());
    const Failure too_large{engine::memory_exceeded()};
    try {
        auto buffers = std::make_unique<Buffers>();
        buffers->dims_ = std::move(dims);
        if (!buffers->place(std::move(launch))) return too_large;
        return buffers;
    } catch (const std::bad_alloc&) {
        return too_large;
    }
}

/// Whether there was memory for all arguments.
bool Buffers::place(engine::Launch launch) {
    arguments_.resize(launch.arguments.size());
    scalars_.resize(launch.arguments.size());
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        if (auto* own = std::get_if<engine::OwnTensor>(&launch.arguments[i])) {
            arguments_[i] = {true, allocations_.size(), 0, own->tensor.element(), own->tensor.shape(), {}};
            auto allocation = allocate(std::move(*own));
            if (!allocation) return false;
            allocation->parameter = i;
            allocations_.push_back(*std::move(allocation));
        } else if (const auto* scalar = std::get_if<engine::Scalar>(&launch.arguments[i])) {
            scalars_[i] = scalar->value;
        }
    }
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto* view = std::get_if<engine::ViewOf>(&launch.arguments[i]);
        if (view == nullptr) continue;
        const Argument& viewed = arguments_[view->parameter];
        const std::size_t allocation = viewed.allocation;
        arguments_[i] = view_in(allocations_[allocation], viewed.element, *view);
        arguments_[i].allocation = allocation;
    }
    return true;
}

std::uint64_t Buffers::bytes() const {
    std::uint64_t total = 0;
    for (const Allocation& allocation : allocations_) total += allocation.size + allocation.unwritten.size();
    for (const Argument& argument : arguments_) total += argument.unwritten.size();
    return total;
}

std::vector<BufferView> Buffers::views(const program::Program& program) {
    std::vector<BufferView> views(program.tensors.size());
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        Argument& argument = arguments_[i];
        if (!argument.tensor) continue;
        Allocation& allocation = allocations_[argument.allocation];
        const auto id = std::get<program::TensorId>(program.parameters[i]);
        BufferView& view = views[id.index];
        view.data = allocation.storage.data() + allocation.begin + argument.first_byte;
        view.element = argument.element;
        view.rank = static_cast<int>(argument.shape.size());
        std::ranges::copy(argument.shape, view.extents.begin());
        std::vector<std::uint8_t>& unwritten = argument.unwritten.empty() ? allocation.unwritten : argument.unwritten;
        if (!unwritten.empty()) view.unwritten = unwritten.data();
        view.name = &program.tensors[id.index].name;
    }
    return views;
}

const std::vector<std::uint8_t>& Buffers::unwritten_of(const Argument& argument) const {
    return argument.unwritten.empty() ? allocations_[argument.allocation].unwritten : argument.unwritten;
}

engine::Tensor Buffers::download(std::size_t parameter) const {
    const Argument& argument = arguments_[parameter];
    if (!argument.tensor) return {ScalarType::u8, {0}, {}};
    const Allocation& allocation = allocations_[argument.allocation];
    std::size_t elements = 1;
    for (const std::int64_t extent : argument.shape) elements *= static_cast<std::size_t>(extent);
    const std::byte* const from = allocation.storage.data() + allocation.begin + argument.first_byte;
    const std::size_t size = elements * static_cast<std::size_t>(phobos::bytes(argument.element));
    engine::Tensor tensor{argument.element, argument.shape, {from, from + size}};
    mark_unwritten(tensor, unwritten_of(argument));
    return tensor;
}

engine::Tensor Buffers::take(std::size_t parameter) {
    const Argument& argument = arguments_[parameter];
    if (!argument.tensor || allocations_[argument.allocation].guarded ||
        allocations_[argument.allocation].parameter != parameter)
        return download(parameter);
    Allocation& allocation = allocations_[argument.allocation];
    engine::Tensor tensor{argument.element, argument.shape, std::move(allocation.storage)};
    mark_unwritten(tensor, allocation.unwritten);
    allocation = {};
    return tensor;
}

std::vector<std::size_t> Buffers::damaged() const {
    std::vector<std::size_t> result;
    const auto intact = [](std::byte byte) { return byte == guard; };
    for (const Allocation& allocation : allocations_) {
        if (!allocation.guarded) continue;
        const auto begin = allocation.storage.begin() + static_cast<std::ptrdiff_t>(allocation.begin);
        if (!std::all_of(allocation.storage.begin(), begin, intact) ||
            !std::all_of(begin + static_cast<std::ptrdiff_t>(allocation.size), allocation.storage.end(), intact))
            result.push_back(allocation.parameter);
    }
    return result;
}

}  // namespace phobos::interp
