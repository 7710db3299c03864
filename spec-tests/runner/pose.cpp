// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/runner/pose.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "engine/io/value_text.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"

namespace phobos::runner {
namespace {

using engine::Tensor;
using protocol::RunRequest;
using protocol::TensorArgument;

constexpr std::uint64_t alignment = 256;

/// 0x81 to 0xBF: as the highest byte of a float a negative number.
std::byte junk(std::uint64_t place) {
    std::uint64_t z = (place + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    return static_cast<std::byte>(0x81 + (z >> 33) % 0x3F);
}

void fill_unwritten(Tensor& tensor) {
    const std::size_t width = tensor.element_bytes();
    for (std::uint64_t i = 0; i < tensor.elements(); ++i) {
        if (tensor.is_written(i)) continue;
        for (std::size_t k = 0; k < width; ++k) tensor.bytes()[i * width + k] = junk(i * width + k);
    }
}

std::vector<io::IndexRange> unwritten_of(const Tensor& tensor) {
    std::vector<io::IndexRange> ranges;
    if (!tensor.tracks_writes()) return ranges;
    for (std::uint64_t i = 0; i < tensor.elements(); ++i) {
        if (tensor.is_written(i)) continue;
        if (!ranges.empty() && ranges.back().last + 1 == i)
            ranges.back().last = i;
        else
            ranges.push_back({i, i});
    }
    return ranges;
}

/// Where the argument's memory begins in its buffer, guard zone and offset before it.
std::uint64_t begin_of(std::int64_t byte_offset) {
    constexpr auto step = static_cast<std::int64_t>(alignment);
    const std::int64_t past = (byte_offset % step + step) % step;
    return std::max(guard_bytes, alignment) + static_cast<std::uint64_t>(past);
}

TensorArgument add_own(RunRequest& request, std::string name, const Tensor& tensor, std::int64_t byte_offset) {
    const std::uint64_t begin = begin_of(byte_offset);
    protocol::Buffer buffer{std::vector<std::byte>(begin + tensor.bytes().size() + guard_bytes)};
    for (std::size_t i = 0; i < buffer.bytes.size(); ++i) buffer.bytes[i] = junk(~std::uint64_t{i});
    if (!tensor.bytes().empty()) std::memcpy(buffer.bytes.data() + begin, tensor.bytes().data(), tensor.bytes().size());
    request.buffers.push_back(std::move(buffer));
    return {std::move(name), tensor.element(), tensor.shape(), request.buffers.size() - 1, begin, unwritten_of(tensor)};
}

TensorArgument view_in(const TensorArgument& other, std::string name, ScalarType element,
                       const std::vector<std::int64_t>& shape, std::int64_t byte_offset) {
    return {
        std::move(name), element, shape, other.buffer, other.byte_offset + static_cast<std::uint64_t>(byte_offset), {}};
}

std::uint64_t bytes_of(const TensorArgument& tensor) {
    std::uint64_t bytes = row(tensor.element).bytes;
    for (const std::int64_t extent : tensor.shape) bytes *= static_cast<std::uint64_t>(extent);
    return bytes;
}

/// The type of a misfit's argument: what it says, or its parameter's.
ScalarType type_of(const io::NamedArgument& argument, const program::Program& program) {
    if (argument.element) return *argument.element;
    for (const program::Parameter& parameter : program.parameters) {
        if (io::name_of(program, parameter) != argument.parameter) continue;
        return std::visit(Overloaded{[&](program::TensorId id) { return program.tensors[id.index].element; },
                                     [&](program::LocalId id) { return program.locals[id.index].type; }},
                          parameter);
    }
    return ScalarType::i32;
}

Result<Tensor, std::string> tensor_of(const io::NamedArgument& argument, ScalarType element) {
    const auto told = [](auto made) -> Result<Tensor, std::string> {
        if (made) return std::move(*made);
        return Failure{made.error().text};
    };
    if (const auto* source = std::get_if<io::Source>(&argument.given)) return told(io::load(*source, element));
    if (const auto* listed = std::get_if<io::Elements>(&argument.given)) return told(io::tensor_of(*listed, element));
    if (const auto* bits = std::get_if<io::ElementBits>(&argument.given)) return told(io::tensor_of(*bits, element));
    const auto* unwritten = std::get_if<io::Unwritten>(&argument.given);
    PHOBOS_ASSERT(unwritten != nullptr && unwritten->shape);
    return told(engine::make_unwritten(element, *unwritten->shape));
}

/// The tensors and scalars of a misfit that are no view in others.
Result<protocol::Argument, std::string> own_argument(RunRequest& request, const io::NamedArgument& argument,
                                                     ScalarType type) {
    if (const auto* scalar = std::get_if<io::ScalarLiteral>(&argument.given)) {
        const auto value = io::literal_bits(scalar->literal, type);
        if (!value) return protocol::Argument(protocol::Misfit{argument.parameter, type, scalar->literal});
        return protocol::Argument(protocol::ScalarArgument{argument.parameter, type, *value});
    }
    if (const auto* unwritten = std::get_if<io::Unwritten>(&argument.given); unwritten != nullptr && !unwritten->shape)
        return protocol::Argument(protocol::Misfit{argument.parameter, type, {}});
    auto tensor = tensor_of(argument, type);
    if (!tensor) return Failure{"a request cannot say it: " + tensor.error()};
    fill_unwritten(*tensor);
    return protocol::Argument(add_own(request, argument.parameter, *tensor, argument.byte_offset));
}

}  // namespace

protocol::Program program_of(const harness::LoadedCase& loaded, int lanes,
                             const std::vector<io::NamedValue>& settings) {
    const io::Case& expectations = loaded.expectations;
    return {expectations.id, loaded.source.name(), std::string(loaded.source.text()), expectations.kernel, lanes,
            settings,        expectations.features};
}

harness::Trial with_junk(harness::Trial trial) {
    for (engine::Argument& argument : trial.given.arguments)
        if (auto* own = std::get_if<engine::OwnTensor>(&argument)) fill_unwritten(own->tensor);
    return trial;
}

RunRequest request_of(const harness::Trial& trial) {
    const program::Program& program = trial.kernel->program();
    RunRequest request{
        program_of(*trial.loaded, program.lanes, trial.launch->settings), trial.launch->launch.dims, {}, {}, {}};
    const engine::Block grid = trial.given.grid;
    request.grid = {grid.x, grid.y, grid.z};
    std::map<std::size_t, TensorArgument> own;  // by parameter
    for (std::size_t i = 0; i < trial.given.arguments.size(); ++i)
        if (const auto* tensor = std::get_if<engine::OwnTensor>(&trial.given.arguments[i]))
            own.emplace(
                i, add_own(request, io::name_of(program, program.parameters[i]), tensor->tensor, tensor->byte_offset));
    for (std::size_t i = 0; i < trial.given.arguments.size(); ++i) {
        std::string name = io::name_of(program, program.parameters[i]);
        request.arguments.push_back(
            std::visit(Overloaded{[&](const engine::OwnTensor&) -> protocol::Argument { return own.at(i); },
                                  [&](const engine::ViewOf& view) -> protocol::Argument {
                                      return view_in(own.at(view.parameter), std::move(name), view.element, view.shape,
                                                     view.byte_offset);
                                  },
                                  [&](const engine::Scalar& scalar) -> protocol::Argument {
                                      return protocol::ScalarArgument{std::move(name), scalar.type, scalar.value};
                                  }},
                       trial.given.arguments[i]));
    }
    return request;
}

Result<RunRequest, std::string> misfit_request_of(const harness::LoadedCase& loaded, const io::CaseLaunch& launch,
                                                  const program::Program& program) {
    RunRequest request{program_of(loaded, program.lanes, launch.settings), launch.launch.dims, {}, {}, {}};
    if (launch.launch.grid || !program.reads_block) request.grid = {1, 1, 1};
    if (launch.launch.grid) {
        const std::vector<io::NamedValue> names{
            {"ctx.threads", program.bounds.threads}, {"ctx.warps", program.warps()}, {"ctx.lanes", program.lanes}};
        for (std::size_t axis = 0; axis < launch.launch.grid->size(); ++axis) {
            const auto extent = (*launch.launch.grid)[axis].evaluate(names);
            if (!extent) return Failure{"a request cannot say it: " + extent.error().text};
            (*request.grid)[axis] = *extent;
        }
    }
    for (const io::NamedArgument& argument : launch.launch.arguments) {
        if (std::holds_alternative<io::Alias>(argument.given))
            return Failure{std::string("a request cannot say it: memory in that of another argument")};
        auto made = own_argument(request, argument, type_of(argument, program));
        if (!made) return Failure{made.error()};
        request.arguments.push_back(*std::move(made));
    }
    return request;
}

engine::Ran ran_of(const harness::Trial& trial, const RunRequest& request, const protocol::Finished& finished) {
    engine::Ran ran{engine::Finished{}, {}, {}};
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
        const auto* tensor = std::get_if<TensorArgument>(&request.arguments[i]);
        if (tensor == nullptr) {
            ran.tensors.emplace_back(ScalarType::i32, std::vector<std::int64_t>{0}, std::vector<std::byte>());
            continue;
        }
        const std::vector<std::byte>& sent = request.buffers[tensor->buffer].bytes;
        const std::vector<std::byte>& after = finished.buffers[tensor->buffer].bytes;
        const auto begin = static_cast<std::ptrdiff_t>(tensor->byte_offset);
        const auto end = begin + static_cast<std::ptrdiff_t>(bytes_of(*tensor));
        ran.tensors.emplace_back(tensor->element, tensor->shape,
                                 std::vector<std::byte>(after.begin() + begin, after.begin() + end));
        const bool is_own = std::holds_alternative<engine::OwnTensor>(trial.given.arguments[i]);
        const bool is_around_changed = !std::equal(sent.begin(), sent.begin() + begin, after.begin()) ||
                                       !std::equal(sent.begin() + end, sent.end(), after.begin() + end);
        const bool is_told = std::ranges::find(finished.damaged, tensor->name) != finished.damaged.end();
        if ((is_own && is_around_changed) || is_told) ran.damaged.push_back(i);
    }
    return ran;
}

std::optional<std::string> changed_input(const harness::Trial& trial, const RunRequest& request,
                                         const protocol::Finished& finished) {
    const program::Program& program = trial.kernel->program();
    std::vector<bool> is_written(request.buffers.size(), false);
    const auto tensor_at = [&](std::size_t i) { return std::get_if<TensorArgument>(&request.arguments[i]); };
    for (std::size_t i = 0; i < request.arguments.size(); ++i)
        if (const auto* id = std::get_if<program::TensorId>(&program.parameters[i]))
            if (program.tensors[id->index].written) is_written[tensor_at(i)->buffer] = true;
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
        const TensorArgument* const tensor = tensor_at(i);
        if (tensor == nullptr || is_written[tensor->buffer]) continue;
        if (request.buffers[tensor->buffer].bytes != finished.buffers[tensor->buffer].bytes) return tensor->name;
    }
    return std::nullopt;
}

}  // namespace phobos::runner
