// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/dims.h"
#include "engine/launch.h"
#include "lang/base/overloaded.h"
#include "lang/vocabulary/limits.h"

namespace phobos::engine {
namespace {

using diagnostics::Code;
using Judged = Result<Done, LaunchError>;

Failure<LaunchError> refuse(Code code, std::string message) { return Failure{LaunchError{code, std::move(message)}}; }

/// Where an argument lies: bytes of the memory of one OwnTensor.
struct Range {
    std::size_t memory;  ///< the argument that owns it
    std::uint64_t begin;
    std::uint64_t end;
    program::TensorId tensor;
};

class Binder {
public:
    Binder(const program::Program& program, const Launch& launch)
        : program_(program), launch_(launch), dims_(program) {}

    Result<BoundDims, LaunchError> bind() {
        const std::size_t given = launch_.arguments.size();
        const std::size_t wanted = program_.parameters.size();
        if (given != wanted)
            return refuse(Code::launch_argument_count, program_.kernel + " has " + counted(wanted, "parameter") +
                                                           ", but " + counted(given, "argument") +
                                                           (given == 1 ? " is" : " are") + " given");
        for (std::size_t i = 0; i < wanted; ++i)
            if (auto judged = argument(i); !judged) return Failure{judged.error()};
        if (auto judged = multiples(); !judged) return Failure{judged.error()};
        for (std::size_t i = 0; i < wanted; ++i)
            if (auto judged = place(i); !judged) return Failure{judged.error()};
        if (auto judged = overlaps(); !judged) return Failure{judged.error()};
        if (auto judged = grid(); !judged) return Failure{judged.error()};
        if (auto judged = grid_barriers(); !judged) return Failure{judged.error()};
        BoundDims result;
        for (std::uint32_t i = 0; i < program_.dims.size(); ++i)
            result.values.push_back(dims_.value(program::DimId{i}).value_or(0));
        return result;
    }

private:
    /// ctx-8: kind, element type and rank; then the shape.
    Judged argument(std::size_t index) {
        return std::visit(Overloaded{[&](program::TensorId id) { return tensor(program_.tensors[id.index], index); },
                                     [&](program::LocalId id) { return scalar(program_.locals[id.index], index); }},
                          program_.parameters[index]);
    }

    Judged scalar(const program::Local& local, std::size_t index) const {
        const auto* given = std::get_if<Scalar>(&launch_.arguments[index]);
        if (given == nullptr)
            return refuse(Code::launch_argument_kind, local.name + " is a scalar, but a tensor is given");
        if (given->type != local.type)
            return refuse(Code::launch_element_type, local.name + " is " + std::string(spelling(local.type)) +
                                                         ", but the value given is " +
                                                         std::string(spelling(given->type)));
        return Done{};
    }

    Judged tensor(const program::Tensor& tensor, std::size_t index) {
        if (std::holds_alternative<Scalar>(launch_.arguments[index]))
            return refuse(Code::launch_argument_kind, tensor.name + " is a tensor, but a scalar is given");
        const ScalarType element = element_of(index);
        if (element != tensor.element)
            return refuse(Code::launch_element_type, tensor.name + " has elements of type " +
                                                         std::string(spelling(tensor.element)) +
                                                         ", but those given are " + std::string(spelling(element)));
        return dims_.bind(tensor, shape_of(index));
    }

    /// ctx-19
    [[nodiscard]] Judged multiples() const {
        for (std::uint32_t i = 0; i < program_.dims.size(); ++i) {
            const program::Dim& dim = program_.dims[i];
            const auto value = dims_.value(program::DimId{i});
            if (!value || *value % dim.multiple == 0) continue;
            return refuse(Code::launch_dim_multiple,
                          dim.name + " is " + std::to_string(*value) + " by " + dims_.source(program::DimId{i}) +
                              ", but @aligned asks for a multiple of " + std::to_string(dim.multiple));
        }
        return Done{};
    }

    /// ctx-10, and that a view lies inside the other argument.
    Judged place(std::size_t index) {
        const auto* id = std::get_if<program::TensorId>(&program_.parameters[index]);
        if (id == nullptr) return Done{};
        const std::string& name = program_.tensors[id->index].name;
        std::size_t memory = index;
        std::int64_t begin = 0;
        if (const auto* view = std::get_if<ViewOf>(&launch_.arguments[index])) {
            memory = view->parameter;
            begin = view->byte_offset;
        }
        const auto* own =
            memory < launch_.arguments.size() ? std::get_if<OwnTensor>(&launch_.arguments[memory]) : nullptr;
        if (own == nullptr)
            return refuse(Code::launch_memory_range, name + " lies in an argument that has no memory of its own");
        const std::uint64_t available = own->tensor.bytes().size();
        const auto bytes = byte_count(element_of(index), shape_of(index), std::numeric_limits<std::uint64_t>::max());
        if (!bytes) return refuse(Code::launch_memory_range, name + ": " + bytes.error().text);
        const auto offset = static_cast<std::uint64_t>(begin);
        if (begin < 0 || own->byte_offset < 0 || offset > available || *bytes > available - offset)
            return refuse(Code::launch_memory_range, name + " needs " + counted(*bytes, "byte") + " from byte " +
                                                         std::to_string(begin) + " on, but its memory has " +
                                                         std::to_string(available));
        const std::uint64_t address = offset + static_cast<std::uint64_t>(own->byte_offset);
        const auto size = static_cast<std::uint64_t>(phobos::bytes(element_of(index)));
        if (address % size != 0)
            return refuse(Code::launch_alignment,
                          name + " begins " + std::to_string(address) +
                              " bytes past an aligned address, which is not a multiple of its " + "elements' " +
                              std::to_string(size) + " bytes");
        ranges_.push_back({memory, offset, offset + *bytes, *id});
        return Done{};
    }

    /// ctx-9
    [[nodiscard]] Judged overlaps() const {
        for (std::size_t i = 0; i < ranges_.size(); ++i) {
            for (std::size_t j = i + 1; j < ranges_.size(); ++j) {
                const Range& a = ranges_[i];
                const Range& b = ranges_[j];
                const bool common = a.memory == b.memory && std::max(a.begin, b.begin) < std::min(a.end, b.end);
                const program::Tensor& first = program_.tensors[a.tensor.index];
                const program::Tensor& second = program_.tensors[b.tensor.index];
                if (!common || !(first.written || second.written)) continue;
                return refuse(Code::launch_overlap, first.name + " and " + second.name + " overlap in memory, but " +
                                                        (first.written ? first.name : second.name) + " is written");
            }
        }
        return Done{};
    }

    /// ctx-37
    [[nodiscard]] Judged grid() const {
        const auto judge = [](std::string_view axis, std::int64_t extent, std::int64_t largest) -> Judged {
            if (extent >= 0 && extent <= largest) return Done{};
            return refuse(Code::launch_grid, "the grid's " + std::string(axis) + " is " + std::to_string(extent) +
                                                 ", but must be from 0 to " + std::to_string(largest));
        };
        if (auto judged = judge("x", launch_.grid.x, limits::grid_x); !judged) return judged;
        if (auto judged = judge("y", launch_.grid.y, limits::grid_yz); !judged) return judged;
        return judge("z", launch_.grid.z, limits::grid_yz);
    }

    /// coll-22
    [[nodiscard]] Judged grid_barriers() const {
        if (program_.bars.empty()) return Done{};
        if (launch_.grid.y != 1 || launch_.grid.z != 1)
            return refuse(Code::launch_grid_barrier, "a kernel with grid_barrier needs a grid of one dimension");
        for (const Range& range : ranges_) {
            if (std::ranges::find(program_.bars, range.tensor) == program_.bars.end()) continue;
            const auto bytes = std::get<OwnTensor>(launch_.arguments[range.memory])
                                   .tensor.bytes()
                                   .subspan(range.begin, range.end - range.begin);
            const bool is_zeroed = std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
            if (bytes.size() < 2 * sizeof(std::int32_t) || !is_zeroed)
                return refuse(Code::launch_grid_barrier, "grid_barrier needs " +
                                                             program_.tensors[range.tensor.index].name +
                                                             " to have at least 2 elements, all of them 0");
        }
        return Done{};
    }

    /// Of an argument that is a tensor.
    [[nodiscard]] ScalarType element_of(std::size_t index) const {
        if (const auto* own = std::get_if<OwnTensor>(&launch_.arguments[index])) return own->tensor.element();
        return std::get<ViewOf>(launch_.arguments[index]).element;
    }
    [[nodiscard]] const std::vector<std::int64_t>& shape_of(std::size_t index) const {
        if (const auto* own = std::get_if<OwnTensor>(&launch_.arguments[index])) return own->tensor.shape();
        return std::get<ViewOf>(launch_.arguments[index]).shape;
    }

    const program::Program& program_;
    const Launch& launch_;
    DimBindings dims_;
    std::vector<Range> ranges_;
};

}  // namespace

std::uint64_t bytes_of(const Launch& launch) {
    std::uint64_t total = 0;
    for (const Argument& argument : launch.arguments)
        if (const auto* own = std::get_if<OwnTensor>(&argument)) total += own->tensor.bytes().size();
    return total;
}

Result<BoundDims, LaunchError> bind(const program::Program& program, const Launch& launch) {
    return Binder(program, launch).bind();
}

}  // namespace phobos::engine
