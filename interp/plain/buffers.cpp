// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/buffers.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "lang/base/assert.h"

namespace phobos::plain {
namespace {

std::optional<Allocation> copy_of(const engine::OwnTensor& own) {
    const std::span<const std::byte> bytes = own.tensor.bytes();
    auto allocation = Allocation::make(bytes.size(), own.byte_offset);
    if (!allocation) return std::nullopt;
    std::ranges::copy(bytes, allocation->bytes().begin());
    if (!own.tensor.tracks_writes()) return allocation;
    allocation->mark_unwritten(0, 0);
    for (std::uint64_t element = 0; element < own.tensor.elements(); ++element)
        if (!own.tensor.is_written(element))
            allocation->mark_unwritten(element * own.tensor.element_bytes(), own.tensor.element_bytes());
    return allocation;
}

View view_of(const program::Tensor& tensor, std::span<const std::int64_t> shape) {
    View view{tensor.name, tensor.element, {}, static_cast<std::uint8_t>(shape.size()), nullptr, 0};
    std::ranges::copy(shape, view.extents.begin());
    return view;
}

}  // namespace

std::variant<std::unique_ptr<PlainBuffers>, engine::Outcome> PlainBuffers::make(const program::Program& program,
                                                                                const engine::Launch& launch,
                                                                                const engine::Settings& settings) {
    auto dims = engine::bind(program, launch);
    if (!dims) return engine::Outcome{dims.error()};
    auto buffers = std::make_unique<PlainBuffers>();
    buffers->parameters_ = program.parameters;
    buffers->dims_ = dims->values;
    buffers->tensors_.resize(program.tensors.size());
    buffers->allocations_.resize(launch.arguments.size());
    const std::uint64_t limit = settings.limits.memory_bytes.value_or(std::numeric_limits<std::uint64_t>::max());
    const engine::Outcome too_large =
        engine::Limited{engine::LimitKind::memory, "the arguments need more memory than the limit or the machine has"};
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto* own = std::get_if<engine::OwnTensor>(&launch.arguments[i]);
        if (own == nullptr) continue;
        buffers->bytes_ += own->tensor.bytes().size();
        auto allocation = buffers->bytes_ <= limit ? copy_of(*own) : std::nullopt;
        if (!allocation) return too_large;
        buffers->allocations_[i] = *std::move(allocation);
    }
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        if (const auto* local = std::get_if<program::LocalId>(&program.parameters[i])) {
            buffers->scalars_.emplace_back(*local, std::get<engine::Scalar>(launch.arguments[i]).value);
            continue;
        }
        const auto id = std::get<program::TensorId>(program.parameters[i]);
        View& view = buffers->tensors_[id.index];
        if (const auto* own = std::get_if<engine::OwnTensor>(&launch.arguments[i])) {
            view = view_of(program.tensors[id.index], own->tensor.shape());
            view.allocation = &buffers->allocations_[i];
        } else {
            const auto& other = std::get<engine::ViewOf>(launch.arguments[i]);
            view = view_of(program.tensors[id.index], other.shape);
            view.allocation = &buffers->allocations_[other.parameter];
            view.first_byte = static_cast<std::size_t>(other.byte_offset);
        }
    }
    return buffers;
}

engine::Tensor PlainBuffers::download(std::size_t parameter) const {
    const auto* id = std::get_if<program::TensorId>(&parameters_[parameter]);
    if (id == nullptr) return {ScalarType::u8, {0}, {}};
    const View& view = tensors_[id->index];
    const std::vector<std::int64_t> shape(view.extents.begin(), view.extents.begin() + view.rank);
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape) elements *= extent;
    const std::span<const std::byte> bytes =
        view.allocation->bytes().subspan(view.first_byte, view.byte_of(elements) - view.first_byte);
    engine::Tensor tensor{view.element, shape, {bytes.begin(), bytes.end()}};
    if (!view.allocation->tracks_writes()) return tensor;
    tensor.mark_all_unwritten();
    for (std::int64_t element = 0; element < elements; ++element)
        if (view.is_written(element)) tensor.store(static_cast<std::uint64_t>(element), view.read(element));
    return tensor;
}

std::vector<std::size_t> PlainBuffers::damaged() const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < allocations_.size(); ++i)
        if (allocations_[i].damaged()) result.push_back(i);
    return result;
}

}  // namespace phobos::plain
