// SPDX-License-Identifier: Apache-2.0
#include "engine/dims.h"

#include <utility>
#include <variant>

#include "engine/tensor.h"

namespace phobos::engine {
namespace {

using diagnostics::Code;

Failure<LaunchError> refuse(Code code, std::string message) { return Failure{LaunchError{code, std::move(message)}}; }

}  // namespace

std::string counted(std::uint64_t count, std::string_view what) {
    return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

Result<Done, LaunchError> DimBindings::bind(const program::Tensor& tensor, std::span<const std::int64_t> shape) {
    if (shape.size() != tensor.shape.size())
        return refuse(Code::launch_rank, tensor.name + " has " + counted(tensor.shape.size(), "dimension") +
                                             ", but the argument has shape " + spelling_of_shape(shape));
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
        if (auto judged = bind_axis(tensor, axis, shape[axis]); !judged) return judged;
    return Done{};
}

Result<Done, LaunchError> DimBindings::bind_axis(const program::Tensor& tensor, std::size_t axis, std::int64_t given) {
    const std::string source = "axis " + std::to_string(axis) + " of " + tensor.name;
    if (const auto* constant = std::get_if<std::int64_t>(&tensor.shape[axis])) {
        if (given == *constant) return Done{};
        return refuse(Code::launch_extent, source + " has " + std::to_string(*constant) +
                                               " elements, but the argument has " + std::to_string(given));
    }
    const auto id = std::get<program::DimId>(tensor.shape[axis]);
    std::optional<Binding>& dim = dims_[id.index];
    if (!dim) dim = Binding{given, source};
    if (dim->value == given) return Done{};
    return refuse(Code::launch_dim_mismatch, program_.dims[id.index].name + " is " + std::to_string(dim->value) +
                                                 " by " + dim->source + ", but " + std::to_string(given) + " by " +
                                                 source);
}

void DimBindings::give(program::DimId dim, std::int64_t value, std::string source) {
    if (!dims_[dim.index]) dims_[dim.index] = Binding{value, std::move(source)};
}

std::optional<std::int64_t> DimBindings::value(program::DimId dim) const {
    if (!dims_[dim.index]) return std::nullopt;
    return dims_[dim.index]->value;
}

}  // namespace phobos::engine
