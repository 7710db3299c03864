// SPDX-License-Identifier: Apache-2.0
#include "engine/io/named_launch.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/dims.h"
#include "engine/io/literal.h"
#include "engine/io/value_text.h"
#include "lang/base/nearest.h"
#include "lang/base/overloaded.h"

namespace phobos::io {
namespace {

using diagnostics::Code;
using engine::LaunchError;
using engine::Tensor;

Failure<LaunchError> refuse(Code code, std::string message) { return Failure{LaunchError{code, std::move(message)}}; }
Failure<LaunchError> refuse(const std::string& parameter, const Error& error) {
    return refuse(error.code, parameter + ": " + error.text);
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
    const std::vector<std::string_view> views(candidates.begin(), candidates.end());
    const auto near = nearest(word, views);
    return near ? fmt::format("; did you mean '{}'?", *near) : "";
}

/// Fills a tensor element by element; an empty text is an unwritten element.
template <class Parse>
Result<Tensor, Error> filled(const Shape& shape, const std::vector<std::optional<std::string>>& texts, ScalarType type,
                             Parse parse) {
    auto tensor = engine::make_zeroed(type, shape);
    if (!tensor) return Failure{error_of(tensor.error())};
    if (tensor->elements() != texts.size())
        return Failure{Error{Code::case_malformed, fmt::format("{} elements are given, shape {} has {}", texts.size(),
                                                               engine::spelling_of_shape(shape), tensor->elements())}};
    if (!std::ranges::all_of(texts, &std::optional<std::string>::has_value)) tensor->mark_all_unwritten();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (!texts[i]) continue;
        const Result<ScalarBits, Error> value = parse(*texts[i], type);
        if (!value) return Failure{in(fmt::format("element {}", i), value.error())};
        tensor->store(i, *value);
    }
    return tensor.value();
}

class Resolver {
public:
    Resolver(const program::Program& program, const NamedLaunch& named, std::uint64_t limit_bytes)
        : program_(program), named_(named), bytes_left_(limit_bytes), dims_(program) {}

    Result<engine::Launch, LaunchError> resolve() {
        if (auto done = match_names(); !done) return Failure{done.error()};
        engine::Launch launch;
        launch.arguments.resize(program_.parameters.size(), engine::Scalar{});
        // Shapes that others give come before those that the dims give.
        for (const bool is_shaped_by_dims : {false, true}) {
            for (std::size_t i = 0; i < given_.size(); ++i) {
                const auto* unwritten = std::get_if<Unwritten>(&given_[i]->given);
                if ((unwritten != nullptr && !unwritten->shape) != is_shaped_by_dims) continue;
                auto argument = this->argument(program_.parameters[i], *given_[i]);
                if (!argument) return Failure{argument.error()};
                launch.arguments[i] = std::move(*argument);
            }
            if (is_shaped_by_dims) continue;
            if (auto done = take_given_dims(); !done) return Failure{done.error()};
        }
        auto grid = this->grid();
        if (!grid) return Failure{grid.error()};
        launch.grid = *grid;
        return launch;
    }

private:
    /// given_[i] becomes the argument of parameter i.
    Result<Done, LaunchError> match_names() {
        std::vector<std::string> names;
        for (const program::Parameter& parameter : program_.parameters) names.push_back(name_of(program_, parameter));
        given_.resize(names.size(), nullptr);
        for (const NamedArgument& argument : named_.arguments) {
            const auto found = std::ranges::find(names, argument.parameter);
            if (found == names.end())
                return refuse(Code::launch_argument_unknown,
                              fmt::format("kernel '{}' has no parameter '{}'{}", program_.kernel, argument.parameter,
                                          suggestion(argument.parameter, names)));
            given_[static_cast<std::size_t>(found - names.begin())] = &argument;
        }
        std::vector<std::string> missing;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (given_[i] == nullptr) missing.push_back(names[i] + ": " + type_text(program_, program_.parameters[i]));
        if (missing.empty()) return Done{};
        return refuse(Code::launch_argument_missing, fmt::format("kernel '{}' is given no argument for {}",
                                                                 program_.kernel, fmt::join(missing, ", ")));
    }

    /// The dims of named_ join those that shapes bound, and agree with them.
    Result<Done, LaunchError> take_given_dims() {
        std::vector<std::string> names;
        for (const program::Dim& dim : program_.dims) names.push_back(dim.name);
        for (const NamedValue& given : named_.dims) {
            const auto found = std::ranges::find(names, given.name);
            if (found == names.end())
                return refuse(Code::launch_dim, fmt::format("kernel '{}' has no dim '{}'{}", program_.kernel,
                                                            given.name, suggestion(given.name, names)));
            const program::DimId id{static_cast<std::uint32_t>(found - names.begin())};
            const auto dim = dims_.value(id);
            if (given.value < 0 || given.value > engine::max_dim)
                return refuse(Code::launch_dim, fmt::format("dim {} is given as {}, but must be from 0 to {}",
                                                            given.name, given.value, engine::max_dim));
            if (dim && *dim != given.value)
                return refuse(Code::launch_dim_mismatch,
                              fmt::format("{} is given as {}, but is {} by the shapes of the "
                                          "arguments",
                                          given.name, given.value, *dim));
            dims_.give(id, given.value, "--dim");
        }
        return Done{};
    }

    Result<engine::Argument, LaunchError> argument(const program::Parameter& parameter, const NamedArgument& named) {
        if (const auto* scalar = std::get_if<ScalarLiteral>(&named.given))
            return this->scalar(parameter, named, *scalar);
        const auto* id = std::get_if<program::TensorId>(&parameter);
        if (id == nullptr)
            return refuse(Code::launch_argument_kind, fmt::format("{} is a scalar of type {}, but a tensor is given",
                                                                  named.parameter, type_text(program_, parameter)));
        const program::Tensor& tensor = program_.tensors[id->index];
        const ScalarType element = named.element.value_or(tensor.element);
        if (const auto* alias = std::get_if<Alias>(&named.given)) return this->alias(*alias, named, tensor, element);
        // A shape that is known is judged before memory is taken for it.
        if (const Shape* shape = given_shape(named))
            if (auto done = bind(tensor, element, *shape); !done) return Failure{done.error()};
        auto made = this->tensor(named, tensor, element);
        if (!made) return Failure{made.error()};
        bytes_left_ -= std::min<std::uint64_t>(bytes_left_, made->bytes().size());
        if (auto done = bind(tensor, element, made->shape()); !done) return Failure{done.error()};
        return engine::Argument(engine::OwnTensor{std::move(*made), named.byte_offset});
    }

    Result<engine::Argument, LaunchError> scalar(const program::Parameter& parameter, const NamedArgument& named,
                                                 const ScalarLiteral& scalar) const {
        const auto* id = std::get_if<program::LocalId>(&parameter);
        if (id == nullptr)
            return refuse(Code::launch_argument_kind, fmt::format("{} is a {}, but a scalar is given", named.parameter,
                                                                  type_text(program_, parameter)));
        const ScalarType type = named.element.value_or(program_.locals[id->index].type);
        const auto value = literal_bits(scalar.literal, type);
        if (!value) return refuse(named.parameter, value.error());
        return engine::Argument(engine::Scalar{type, *value});
    }

    Result<engine::Argument, LaunchError> alias(const Alias& alias, const NamedArgument& named,
                                                const program::Tensor& tensor, ScalarType element) {
        for (std::size_t i = 0; i < given_.size(); ++i) {
            if (given_[i]->parameter != alias.of) continue;
            if (&named == given_[i] || std::holds_alternative<Alias>(given_[i]->given) ||
                std::holds_alternative<ScalarLiteral>(given_[i]->given))
                return refuse(
                    Code::launch_memory_range,
                    fmt::format("{} cannot lie in '{}', which has no memory of its own", named.parameter, alias.of));
            if (auto done = bind(tensor, element, alias.shape); !done) return Failure{done.error()};
            return engine::Argument(engine::ViewOf{i, named.byte_offset, element, alias.shape});
        }
        return refuse(Code::launch_argument_unknown,
                      fmt::format("{} lies in '{}', which is no parameter of kernel '{}'", named.parameter, alias.of,
                                  program_.kernel));
    }

    Result<Tensor, LaunchError> tensor(const NamedArgument& named, const program::Tensor& tensor,
                                       ScalarType element) const {
        const auto told = [&](Result<Tensor, Error> made) -> Result<Tensor, LaunchError> {
            if (made) return std::move(*made);
            return refuse(named.parameter, made.error());
        };
        if (const auto* source = std::get_if<Source>(&named.given)) return told(load(*source, element, bytes_left_));
        if (const auto* elements = std::get_if<Elements>(&named.given)) return told(tensor_of(*elements, element));
        if (const auto* bits = std::get_if<ElementBits>(&named.given)) return told(tensor_of(*bits, element));
        const auto shape = shape_of(std::get<Unwritten>(named.given), tensor);
        if (!shape) return Failure{shape.error()};
        auto made = engine::make_unwritten(element, *shape, bytes_left_);
        if (!made) return refuse(named.parameter, error_of(made.error()));
        return std::move(*made);
    }

    [[nodiscard]] Result<Shape, LaunchError> shape_of(const Unwritten& unwritten, const program::Tensor& tensor) const {
        if (unwritten.shape) return *unwritten.shape;
        Shape shape;
        for (const program::Extent& extent : tensor.shape) {
            const auto* dim = std::get_if<program::DimId>(&extent);
            if (dim != nullptr && !dims_.value(*dim))
                return refuse(Code::launch_dim_missing,
                              fmt::format("the shape of {}: {} is not known, because nothing gives {}", tensor.name,
                                          type_text(program_, *parameter_of(tensor)), program_.dims[dim->index].name));
            shape.push_back(dim != nullptr ? *dims_.value(*dim) : std::get<std::int64_t>(extent));
        }
        return shape;
    }

    [[nodiscard]] const program::Parameter* parameter_of(const program::Tensor& tensor) const {
        const auto names_it = [&](const program::Parameter& parameter) {
            return name_of(program_, parameter) == tensor.name;
        };
        return &*std::ranges::find_if(program_.parameters, names_it);
    }

    /// Of an argument of another element type engine::bind tells just that.
    Result<Done, LaunchError> bind(const program::Tensor& tensor, ScalarType element, const Shape& shape) {
        auto judged = dims_.bind(tensor, shape);
        if (element != tensor.element) return Done{};
        return judged;
    }

    static const Shape* given_shape(const NamedArgument& named) {
        if (const auto* unwritten = std::get_if<Unwritten>(&named.given))
            return unwritten->shape ? &*unwritten->shape : nullptr;
        const auto* source = std::get_if<Source>(&named.given);
        const auto* recipe = source != nullptr ? std::get_if<RecipeSource>(source) : nullptr;
        return recipe != nullptr ? &recipe->shape : nullptr;
    }

    [[nodiscard]] Result<engine::Block, LaunchError> grid() const {
        engine::Block grid{1, 1, 1};
        if (!named_.grid && program_.reads_block)
            return refuse(Code::launch_grid_missing,
                          fmt::format("kernel '{}' reads ctx.block, so its grid must be given", program_.kernel));
        if (!named_.grid) return grid;
        std::vector<NamedValue> names{
            {"ctx.threads", program_.bounds.threads}, {"ctx.warps", program_.warps()}, {"ctx.lanes", program_.lanes}};
        for (const program::Tunable& tunable : program_.tunables) names.push_back({tunable.name, tunable.value});
        for (std::uint32_t i = 0; i < program_.dims.size(); ++i)
            if (const auto value = dims_.value(program::DimId{i})) names.push_back({program_.dims[i].name, *value});
        std::int64_t* const extents[]{&grid.x, &grid.y, &grid.z};
        for (std::size_t axis = 0; axis < named_.grid->size(); ++axis) {
            const auto value = (*named_.grid)[axis].evaluate(names);
            if (!value) return refuse(value.error().code, value.error().text);
            *extents[axis] = *value;
        }
        return grid;
    }

    const program::Program& program_;
    const NamedLaunch& named_;
    std::uint64_t bytes_left_;
    engine::DimBindings dims_;
    std::vector<const NamedArgument*> given_;
};

}  // namespace

Result<engine::Launch, LaunchError> resolve(const program::Program& program, const NamedLaunch& named,
                                            std::uint64_t limit_bytes) {
    return Resolver(program, named, limit_bytes).resolve();
}

Result<Tensor, Error> tensor_of(const Elements& elements, ScalarType type) {
    return filled(elements.shape, elements.literals, type, exact_bits);
}

Result<Tensor, Error> tensor_of(const ElementBits& elements, ScalarType type) {
    return filled(elements.shape, elements.words, type, parse_bits);
}

std::string name_of(const program::Program& program, const program::Parameter& parameter) {
    return std::visit(Overloaded{[&](program::TensorId id) { return program.tensors[id.index].name; },
                                 [&](program::LocalId id) { return program.locals[id.index].name; }},
                      parameter);
}

std::string type_text(const program::Program& program, const program::Parameter& parameter) {
    const auto* id = std::get_if<program::TensorId>(&parameter);
    if (id == nullptr) return std::string(spelling(program.locals[std::get<program::LocalId>(parameter).index].type));
    const program::Tensor& tensor = program.tensors[id->index];
    std::vector<std::string> extents;
    for (const program::Extent& extent : tensor.shape)
        extents.push_back(std::visit(Overloaded{[](std::int64_t constant) { return fmt::format("{}", constant); },
                                                [&](program::DimId dim) { return program.dims[dim.index].name; }},
                                     extent));
    return fmt::format("tensor<{}>[{}]", spelling(tensor.element), fmt::join(extents, ", "));
}

}  // namespace phobos::io
