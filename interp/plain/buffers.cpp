// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/buffers.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/fault_text.h"
#include "lang/base/assert.h"

namespace phobos::plain {
namespace {

/// The tensor's own memory where it is large, else a copy between guard zones.
std::optional<Allocation> allocation_of(engine::OwnTensor own) {
    std::vector<bool> unwritten(own.tensor.tracks_writes() ? own.tensor.elements() : 0);
    for (std::size_t element = 0; element < unwritten.size(); ++element)
        unwritten[element] = !own.tensor.is_written(element);
    const std::size_t element_bytes = own.tensor.element_bytes();
    std::optional<Allocation> allocation;
    if (own.tensor.bytes().size() > engine::Buffers::guarded_bytes && own.byte_offset == 0) {
        allocation = Allocation::around(std::move(own.tensor).release_bytes());
    } else {
        const std::span<const std::byte> bytes = own.tensor.bytes();
        allocation = Allocation::make(bytes.size(), own.byte_offset);
        if (!allocation) return std::nullopt;
        std::ranges::copy(bytes, allocation->bytes().begin());
    }
    if (!unwritten.empty()) allocation->mark_unwritten(0, 0);
    for (std::size_t element = 0; element < unwritten.size(); ++element)
        if (unwritten[element]) allocation->mark_unwritten(element * element_bytes, element_bytes);
    return allocation;
}

View view_of(const program::Tensor& tensor, std::span<const std::int64_t> shape) {
    View view{tensor.name, tensor.element, {}, static_cast<std::uint8_t>(shape.size()), nullptr, 0};
    std::ranges::copy(shape, view.extents.begin());
    return view;
}

void mark_unwritten(engine::Tensor& tensor, const View& view) {
    if (!view.allocation->tracks_writes()) return;
    tensor.track_writes();
    for (std::uint64_t element = 0; element < tensor.elements(); ++element)
        if (!view.is_written(static_cast<std::int64_t>(element))) tensor.mark_unwritten(element);
}

}  // namespace

std::variant<std::unique_ptr<PlainBuffers>, engine::Outcome> PlainBuffers::make(const program::Program& program,
                                                                                engine::Launch launch,
                                                                                const engine::Settings& settings) {
    auto dims = engine::bind(program, launch);
    if (!dims) return engine::Outcome{dims.error()};
    auto buffers = std::make_unique<PlainBuffers>();
    buffers->parameters_ = program.parameters;
    buffers->dims_ = dims->values;
    buffers->tensors_.resize(program.tensors.size());
    buffers->allocations_.resize(launch.arguments.size());
    const std::uint64_t limit = settings.limits.memory_bytes.value_or(std::numeric_limits<std::uint64_t>::max());
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        auto* own = std::get_if<engine::OwnTensor>(&launch.arguments[i]);
        if (own == nullptr) continue;
        const auto id = std::get<program::TensorId>(program.parameters[i]);
        buffers->tensors_[id.index] = view_of(program.tensors[id.index], own->tensor.shape());
        buffers->tensors_[id.index].allocation = &buffers->allocations_[i];
        const std::uint64_t bytes = own->tensor.bytes().size();
        buffers->bytes_ += bytes + (own->tensor.tracks_writes() ? bytes / 8 : 0);
        auto allocation = buffers->bytes_ <= limit ? allocation_of(std::move(*own)) : std::nullopt;
        if (!allocation) return engine::memory_exceeded();
        buffers->allocations_[i] = *std::move(allocation);
    }
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        if (const auto* local = std::get_if<program::LocalId>(&program.parameters[i])) {
            buffers->scalars_.emplace_back(*local, std::get<engine::Scalar>(launch.arguments[i]).value);
            continue;
        }
        const auto id = std::get<program::TensorId>(program.parameters[i]);
        const auto* other = std::get_if<engine::ViewOf>(&launch.arguments[i]);
        if (other == nullptr) continue;
        View& view = buffers->tensors_[id.index];
        view = view_of(program.tensors[id.index], other->shape);
        view.allocation = &buffers->allocations_[other->parameter];
        view.first_byte = static_cast<std::size_t>(other->byte_offset);
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
    mark_unwritten(tensor, view);
    return tensor;
}

engine::Tensor PlainBuffers::take(std::size_t parameter) {
    const auto* id = std::get_if<program::TensorId>(&parameters_[parameter]);
    if (id == nullptr) return download(parameter);
    const View& view = tensors_[id->index];
    if (view.allocation->is_guarded() || view.allocation != &allocations_[parameter]) return download(parameter);
    engine::Tensor tensor{
        view.element, {view.extents.begin(), view.extents.begin() + view.rank}, view.allocation->release()};
    mark_unwritten(tensor, view);
    return tensor;
}

std::vector<std::size_t> PlainBuffers::damaged() const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < allocations_.size(); ++i)
        if (allocations_[i].damaged()) result.push_back(i);
    return result;
}

}  // namespace phobos::plain
