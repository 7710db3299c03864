// SPDX-License-Identifier: Apache-2.0
// Kernels and parameters (ctx-2 to ctx-10, ctx-22, type-8 to type-13).
#include <fmt/format.h>

#include "lang/base/overloaded.h"
#include "lang/check/elaborator.h"
#include "lang/check/messages.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {

std::optional<program::Program> Elaborator::kernel(const syntax::Kernel& kernel, const std::vector<Setting>& settings) {
    program_.kernel = kernel.name.text;
    kernel_begin_ = kernel.span.begin;
    attributes(kernel, settings);
    has_launch_bounds_ = true;
    for (const syntax::Parameter& entry : kernel.parameters) parameter(entry);
    for (const syntax::AttributeUse& use : kernel.attributes)
        if (attribute(use.name.text) == Attribute::aligned) aligned(use);
    program_.body = block(kernel.body);
    for (const Bar& bar : bars_)
        if (const std::optional<Span> use = tensor_uses_[bar.tensor.index])
            reject(Code::grid_barrier_bar, *use,
                   fmt::format("`{}` is the bar of a `grid_barrier` and used for nothing else",
                               program_.tensors[bar.tensor.index].name),
                   {.notes = {{bar.span, "it is a bar here"}}, .fix = {}});
    for (const Bar& bar : bars_) {
        program_.bars.push_back(bar.tensor);
        program_.tensors[bar.tensor.index].read = true;
        program_.tensors[bar.tensor.index].written = true;
    }
    hint_attributes(kernel);
    if (diagnostics_.has_errors() || is_incomplete_ || is_exhausted_) return std::nullopt;
    return std::move(program_);
}

void Elaborator::parameter(const syntax::Parameter& parameter) {
    std::visit(Overloaded{
                   [&](const syntax::ScalarTypeUse& type) { scalar_parameter(parameter, type.type); },
                   [&](const syntax::TensorTypeUse& type) { tensor_parameter(parameter, type); },
                   [&](const syntax::TileTypeUse& type) { tile_parameter(parameter, type); },
               },
               parameter.type.node);
}

void Elaborator::scalar_parameter(const syntax::Parameter& parameter, ScalarType type) {
    const program::LocalId id = local(parameter.name, type);
    known_in_call_[id.index] = mode_ == Mode::function;
    declare(parameter.name, Variable{id, type, VariableKind::parameter, std::nullopt});
    program_.parameters.emplace_back(id);
}

void Elaborator::tensor_parameter(const syntax::Parameter& parameter, const syntax::TensorTypeUse& type) {
    if (type.dims.size() > limits::rank)
        reject(Code::tensor_dim, parameter.type.span,
               fmt::format("a tensor has 1 to {} dims, not {}", limits::rank, type.dims.size()));
    program::Tensor tensor{
        .name = parameter.name.text, .element = type.element, .shape = {}, .span = parameter.name.span};
    for (const syntax::Expression& entry : type.dims) tensor.shape.push_back(tensor_dim(entry));
    const program::TensorId id{static_cast<std::uint32_t>(program_.tensors.size())};
    program_.tensors.push_back(std::move(tensor));
    tensor_uses_.emplace_back();
    declare(parameter.name, BufferName{id});
    program_.parameters.emplace_back(id);
}

program::Extent Elaborator::tensor_dim(const syntax::Expression& entry) {
    if (const auto* literal = std::get_if<syntax::IntegerLiteral>(&entry.node)) {
        if (literal->magnitude < static_cast<std::uint64_t>(limits::dim_end))
            return static_cast<std::int64_t>(literal->magnitude);
        reject(Code::tensor_dim, entry.span, "a dim is below 2^31");
        return std::int64_t{1};
    }
    const auto* use = std::get_if<syntax::NameUse>(&entry.node);
    if (use == nullptr) {
        reject(Code::tensor_dim, entry.span, "a dim of a tensor is a name or an integer");
        return std::int64_t{1};
    }
    return named_dim(use->name);
}

program::Extent Elaborator::named_dim(const syntax::Name& name) {
    const Symbol* symbol = scope().find(name.text);
    if (symbol != nullptr) {
        if (const auto* known = std::get_if<ConstantName>(&symbol->meaning)) return known->value;
        if (const auto* bound = std::get_if<DimName>(&symbol->meaning)) return bound->dim;
    }
    const program::DimId id = dim(name.text, name.span);
    declare(name, DimName{id});
    return id;
}

void Elaborator::tile_parameter(const syntax::Parameter& parameter, const syntax::TileTypeUse& type) {
    if (mode_ == Mode::kernel) {
        reject(Code::tile_parameter_of_kernel, parameter.type.span,
               "a parameter of a kernel is a scalar or a tensor, not a tile");
        declare(parameter.name, Rejected{});
        return;
    }
    // A name that is nothing else yet is bound to the argument's extent.
    for (const syntax::Expression& entry : type.dims)
        if (const auto* use = std::get_if<syntax::NameUse>(&entry.node);
            use != nullptr && scope().find(use->name.text) == nullptr)
            named_dim(use->name);
    const std::optional<program::TileShape> shape = tile_shape(type, parameter.type.span);
    if (shape)
        declare(parameter.name, BufferName{tile(parameter.name, type.element, *shape, Writing::stored_to)});
    else
        declare(parameter.name, Rejected{});
}

}  // namespace phobos::check
