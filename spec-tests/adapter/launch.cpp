// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/adapter/launch.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/named_launch.h"
#include "engine/io/value_text.h"
#include "lang/base/overloaded.h"

namespace phobos::adapter {
namespace {

using diagnostics::Code;
using engine::LaunchError;
using protocol::ScalarArgument;
using protocol::TensorArgument;

const std::string& name_of(const protocol::Argument& argument) {
    return std::visit([](const auto& given) -> const std::string& { return given.name; }, argument);
}

/// Nothing where there are more bytes than 64 bits count.
std::optional<std::uint64_t> bytes_of(const TensorArgument& tensor) {
    const auto bytes = engine::byte_count(tensor.element, tensor.shape, std::numeric_limits<std::uint64_t>::max());
    if (!bytes) return std::nullopt;
    return *bytes;
}

/// The request's argument of each parameter.
using Matched = std::vector<const protocol::Argument*>;

std::variant<Matched, LaunchError> match(const program::Program& program, const protocol::RunRequest& run) {
    std::vector<std::string> names;
    for (const program::Parameter& parameter : program.parameters) names.push_back(io::name_of(program, parameter));
    Matched matched(names.size(), nullptr);
    for (const protocol::Argument& argument : run.arguments) {
        const auto found = std::ranges::find(names, name_of(argument));
        if (found == names.end())
            return LaunchError{Code::launch_argument_unknown,
                               fmt::format("kernel '{}' has no parameter '{}'", program.kernel, name_of(argument))};
        matched[static_cast<std::size_t>(found - names.begin())] = &argument;
    }
    for (std::size_t i = 0; i < names.size(); ++i)
        if (matched[i] == nullptr)
            return LaunchError{Code::launch_argument_missing,
                               fmt::format("kernel '{}' is given no argument for {}: {}", program.kernel, names[i],
                                           io::type_text(program, program.parameters[i]))};
    return matched;
}

io::NamedArgument named(const TensorArgument& tensor) {
    return {tensor.name, io::Unwritten{tensor.shape}, 0, tensor.element};
}
io::NamedArgument named(const ScalarArgument& scalar) {
    return {scalar.name, io::ScalarLiteral{io::value_text(scalar.type, scalar.value)}, 0, {}};
}
io::NamedArgument named(const protocol::Misfit& misfit) {
    if (misfit.literal) return {misfit.name, io::ScalarLiteral{*misfit.literal}, 0, {}};
    return {misfit.name, io::Unwritten{}, 0, misfit.type};
}

/// Why the launch is refused that has an argument without value or shape. Memory is taken for no more than the tensors
/// that have some.
std::variant<engine::Launch, LaunchError, Misplaced> refusal(const program::Program& program,
                                                             const protocol::RunRequest& run) {
    io::NamedLaunch launch{{}, run.dims, {}};
    for (const protocol::Argument& argument : run.arguments)
        launch.arguments.push_back(std::visit([](const auto& given) { return named(given); }, argument));
    if (run.grid) {
        const auto grid = io::parse_grid(fmt::format("{}", fmt::join(*run.grid, ", ")));
        if (grid) launch.grid = *grid;
    }
    std::uint64_t bytes = 0;
    for (const protocol::Argument& argument : run.arguments)
        if (const auto* tensor = std::get_if<TensorArgument>(&argument)) bytes += bytes_of(*tensor).value_or(0);
    const auto given = io::resolve(program, launch, bytes);
    if (!given && given.error().code != Code::file_too_large) return given.error();
    return Misplaced{"the launch is one of the kernel, and an argument has neither bits nor a buffer"};
}

/// What is wrong with where the tensors lie, if anything.
std::optional<std::string> misplacement(const protocol::RunRequest& run) {
    for (const protocol::Argument& argument : run.arguments) {
        const auto* tensor = std::get_if<TensorArgument>(&argument);
        if (tensor == nullptr) continue;
        const auto bytes = bytes_of(*tensor);
        if (!bytes) return fmt::format("{} has a shape that no tensor has", tensor->name);
        if (tensor->buffer >= run.buffers.size()) return fmt::format("{} lies in no buffer", tensor->name);
        const std::uint64_t size = run.buffers[tensor->buffer].bytes.size();
        if (tensor->byte_offset > size || *bytes > size - tensor->byte_offset)
            return fmt::format("{} reaches outside its buffer", tensor->name);
    }
    return std::nullopt;
}

/// The parameter that owns the memory in which this one lies: the longest of the buffer, the first of several.
std::size_t owner_of(std::size_t parameter, const Matched& matched) {
    const auto& tensor = std::get<TensorArgument>(*matched[parameter]);
    std::optional<std::size_t> owner;
    for (std::size_t i = 0; i < matched.size(); ++i) {
        const auto* other = std::get_if<TensorArgument>(matched[i]);
        if (other == nullptr || other->buffer != tensor.buffer) continue;
        if (!owner || *bytes_of(*other) > *bytes_of(std::get<TensorArgument>(*matched[*owner]))) owner = i;
    }
    return *owner;
}

engine::Argument own_tensor(const TensorArgument& tensor, const protocol::RunRequest& run) {
    const std::vector<std::byte>& buffer = run.buffers[tensor.buffer].bytes;
    const auto begin = buffer.begin() + static_cast<std::ptrdiff_t>(tensor.byte_offset);
    engine::Tensor made(tensor.element, tensor.shape, {begin, begin + static_cast<std::ptrdiff_t>(*bytes_of(tensor))});
    if (!tensor.unwritten.empty()) made.track_writes();
    for (const io::IndexRange& range : tensor.unwritten)
        for (std::uint64_t i = range.first; i <= range.last && i < made.elements(); ++i) made.mark_unwritten(i);
    return engine::OwnTensor{std::move(made), static_cast<std::int64_t>(tensor.byte_offset % 256)};
}

/// Dims that are stated and are none of the kernel's, or others than the shapes bind.
std::optional<LaunchError> wrong_dim(const program::Program& program, const engine::Launch& launch,
                                     const protocol::RunRequest& run) {
    const auto bound = engine::bind(program, launch);
    for (const io::NamedValue& given : run.dims) {
        const auto found = std::ranges::find(program.dims, given.name, &program::Dim::name);
        if (found == program.dims.end())
            return LaunchError{Code::launch_dim,
                               fmt::format("kernel '{}' has no dim '{}'", program.kernel, given.name)};
        if (!bound) continue;
        const std::int64_t value = bound->values[static_cast<std::size_t>(found - program.dims.begin())];
        if (given.value != value)
            return LaunchError{Code::launch_dim_mismatch,
                               fmt::format("{} is given as {}, but is {} by the shapes of the arguments", given.name,
                                           given.value, value)};
    }
    return std::nullopt;
}

}  // namespace

std::variant<engine::Launch, LaunchError, Misplaced> launch_of(const program::Program& program,
                                                               const protocol::RunRequest& run) {
    if (auto wrong = misplacement(run)) return Misplaced{*std::move(wrong)};
    const auto matching = match(program, run);
    if (const auto* error = std::get_if<LaunchError>(&matching)) return *error;
    const Matched& matched = std::get<Matched>(matching);
    if (std::ranges::any_of(matched, [](const protocol::Argument* argument) {
            return std::holds_alternative<protocol::Misfit>(*argument);
        }))
        return refusal(program, run);
    for (std::size_t i = 0; i < matched.size(); ++i)
        if (std::holds_alternative<TensorArgument>(*matched[i]) !=
            std::holds_alternative<program::TensorId>(program.parameters[i]))
            return LaunchError{Code::launch_argument_kind, fmt::format("{} is a {}", name_of(*matched[i]),
                                                                       io::type_text(program, program.parameters[i]))};
    engine::Launch launch;
    for (std::size_t i = 0; i < matched.size(); ++i) {
        const auto* tensor = std::get_if<TensorArgument>(matched[i]);
        if (tensor == nullptr) {
            const auto& scalar = std::get<ScalarArgument>(*matched[i]);
            launch.arguments.emplace_back(engine::Scalar{scalar.type, scalar.value});
            continue;
        }
        const std::size_t owner = owner_of(i, matched);
        if (owner == i) {
            launch.arguments.push_back(own_tensor(*tensor, run));
            continue;
        }
        const auto offset =
            static_cast<std::int64_t>(tensor->byte_offset - std::get<TensorArgument>(*matched[owner]).byte_offset);
        launch.arguments.emplace_back(engine::ViewOf{owner, offset, tensor->element, tensor->shape});
    }
    if (!run.grid && program.reads_block)
        return LaunchError{Code::launch_grid_missing,
                           fmt::format("kernel '{}' reads ctx.block, so its grid must be given", program.kernel)};
    if (auto error = wrong_dim(program, launch, run)) return *std::move(error);
    if (run.grid) launch.grid = {(*run.grid)[0], (*run.grid)[1], (*run.grid)[2]};
    return launch;
}

std::vector<protocol::Buffer> buffers_after(const program::Program& program, const engine::Launch& launch,
                                            const protocol::RunRequest& run, const engine::Ran& ran) {
    std::vector<protocol::Buffer> buffers = run.buffers;
    for (const protocol::Argument& argument : run.arguments) {
        const auto* tensor = std::get_if<TensorArgument>(&argument);
        if (tensor == nullptr) continue;
        for (std::size_t i = 0; i < program.parameters.size(); ++i) {
            const bool is_it = io::name_of(program, program.parameters[i]) == tensor->name &&
                               std::holds_alternative<engine::OwnTensor>(launch.arguments[i]);
            const auto bytes = is_it ? ran.tensors[i].bytes() : std::span<const std::byte>();
            if (!bytes.empty())
                std::memcpy(buffers[tensor->buffer].bytes.data() + tensor->byte_offset, bytes.data(), bytes.size());
        }
    }
    return buffers;
}

}  // namespace phobos::adapter
