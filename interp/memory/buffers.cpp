// SPDX-License-Identifier: Apache-2.0
#include "interp/memory/buffers.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "lang/base/assert.h"

namespace phobos::interp {

namespace {

constexpr std::size_t alignment = 256;
constexpr std::byte guard{0xA5};
constexpr std::byte unwritten_byte{0xFF};

}  // namespace

TileMemory::TileMemory(const program::Tile& tile) {
    view_.element = tile.element;
    view_.rank = static_cast<int>(tile.extents.size());
    std::ranges::copy(tile.extents, view_.extents.begin());
    view_.name = &tile.name;
    const auto elements = static_cast<std::size_t>(view_.elements());
    bytes_.resize(elements * static_cast<std::size_t>(phobos::bytes(tile.element)));
    unwritten_.resize(elements);
    view_.data = bytes_.data();
}

void TileMemory::declare(bool track_unwritten) {
    std::ranges::fill(bytes_, unwritten_byte);
    if (track_unwritten) std::ranges::fill(unwritten_, std::uint8_t{1});
    view_.unwritten = track_unwritten ? unwritten_.data() : nullptr;
}

Buffers::Allocation Buffers::allocate(const engine::OwnTensor& own) {
    Allocation allocation;
    allocation.size = own.tensor.bytes().size();
    const auto offset = static_cast<std::size_t>(own.byte_offset);
    allocation.storage.assign(allocation.size + offset + 2 * guard_bytes + alignment, guard);
    const auto address = reinterpret_cast<std::uintptr_t>(allocation.storage.data()) + guard_bytes;
    allocation.begin = guard_bytes + (alignment - address % alignment) % alignment + offset;
    std::ranges::copy(own.tensor.bytes(), allocation.storage.begin() + static_cast<std::ptrdiff_t>(allocation.begin));
    if (!own.tensor.tracks_writes()) return allocation;
    allocation.unwritten.resize(own.tensor.elements());
    for (std::size_t i = 0; i < allocation.unwritten.size(); ++i)
        allocation.unwritten[i] = own.tensor.is_written(i) ? 0 : 1;
    return allocation;
}

/// An element of the view is unwritten where any of its bytes is.
Buffers::Argument Buffers::view_in(const Allocation& allocation, const engine::Tensor& viewed,
                                   const engine::ViewOf& view) {
    Argument argument;
    argument.tensor = true;
    argument.first_byte = static_cast<std::size_t>(view.byte_offset);
    argument.element = view.element;
    argument.shape = view.shape;
    if (allocation.unwritten.empty()) return argument;
    std::size_t elements = 1;
    for (const std::int64_t extent : view.shape) elements *= static_cast<std::size_t>(extent);
    const auto size = static_cast<std::size_t>(phobos::bytes(view.element));
    argument.unwritten.resize(elements);
    for (std::size_t byte = 0; byte < elements * size; ++byte)
        argument.unwritten[byte / size] |= allocation.unwritten[(argument.first_byte + byte) / viewed.element_bytes()];
    return argument;
}

std::unique_ptr<Buffers> Buffers::upload(const program::Program& program, const engine::Launch& launch,
                                         engine::BoundDims dims) {
    auto buffers = std::make_unique<Buffers>();
    buffers->dims_ = std::move(dims);
    std::vector<std::size_t> allocation_of(launch.arguments.size());
    for (std::size_t i = 0; i < launch.arguments.size(); ++i)
        if (const auto* own = std::get_if<engine::OwnTensor>(&launch.arguments[i])) {
            allocation_of[i] = buffers->allocations_.size();
            buffers->allocations_.push_back(allocate(*own));
            buffers->allocations_.back().parameter = i;
        }
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        Argument argument;
        ScalarBits scalar;
        if (const auto* own = std::get_if<engine::OwnTensor>(&launch.arguments[i])) {
            argument = {true, allocation_of[i], 0, own->tensor.element(), own->tensor.shape(), {}};
        } else if (const auto* view = std::get_if<engine::ViewOf>(&launch.arguments[i])) {
            const std::size_t viewed = allocation_of[view->parameter];
            const auto& owner = std::get<engine::OwnTensor>(launch.arguments[view->parameter]).tensor;
            argument = view_in(buffers->allocations_[viewed], owner, *view);
            argument.allocation = viewed;
        } else {
            scalar = std::get<engine::Scalar>(launch.arguments[i]).value;
        }
        buffers->arguments_.push_back(std::move(argument));
        buffers->scalars_.push_back(scalar);
    }
    PHOBOS_ASSERT(buffers->arguments_.size() == program.parameters.size());
    return buffers;
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

engine::Tensor Buffers::download(std::size_t parameter) const {
    const Argument& argument = arguments_[parameter];
    if (!argument.tensor) return {ScalarType::u8, {0}, {}};
    const Allocation& allocation = allocations_[argument.allocation];
    std::size_t elements = 1;
    for (const std::int64_t extent : argument.shape) elements *= static_cast<std::size_t>(extent);
    const std::byte* const from = allocation.storage.data() + allocation.begin + argument.first_byte;
    const std::size_t size = elements * static_cast<std::size_t>(phobos::bytes(argument.element));
    engine::Tensor tensor{argument.element, argument.shape, {from, from + size}};
    const std::vector<std::uint8_t>& unwritten = argument.unwritten.empty() ? allocation.unwritten : argument.unwritten;
    if (unwritten.empty()) return tensor;
    const engine::Tensor as_it_is = tensor;
    tensor.mark_all_unwritten();
    for (std::size_t i = 0; i < elements; ++i)
        if (unwritten[i] == 0) tensor.store(i, as_it_is.load(i));
    return tensor;
}

std::vector<std::size_t> Buffers::damaged() const {
    std::vector<std::size_t> result;
    const auto intact = [](std::byte byte) { return byte == guard; };
    for (const Allocation& allocation : allocations_) {
        const auto begin = allocation.storage.begin() + static_cast<std::ptrdiff_t>(allocation.begin);
        if (!std::all_of(allocation.storage.begin(), begin, intact) ||
            !std::all_of(begin + static_cast<std::ptrdiff_t>(allocation.size), allocation.storage.end(), intact))
            result.push_back(allocation.parameter);
    }
    return result;
}

}  // namespace phobos::interp
