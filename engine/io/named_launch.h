// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/io/grid_expression.h"
#include "engine/io/source.h"
#include "engine/launch.h"
#include "lang/base/result.h"
#include "lang/program/program.h"

namespace phobos::io {

using Shape = std::vector<std::int64_t>;

/// A tensor without a written element; without a shape the dims say it.
struct Unwritten {
    std::optional<Shape> shape;
};
/// A tensor in the memory of another argument.
struct Alias {
    std::string of;
    Shape shape;
};
/// A tensor by its elements' literals in row order; an empty one is unwritten.
struct Elements {
    Shape shape;
    std::vector<std::optional<std::string>> literals;
};
/// A tensor by its elements' bits (see parse_bits) in row order; an empty one is unwritten.
struct ElementBits {
    Shape shape;
    std::vector<std::optional<std::string>> words;
};
/// A scalar by a literal of the language.
struct ScalarLiteral {
    std::string literal;
};
using Given = std::variant<Source, Unwritten, Alias, Elements, ElementBits, ScalarLiteral>;

struct NamedArgument {
    std::string parameter;
    Given given;
    std::int64_t byte_offset = 0;       ///< of an Alias in the other's memory, else off an aligned address
    std::optional<ScalarType> element;  ///< other than the parameter's
};

/// A launch by the names of the kernel's parameters, as command lines and cases have it.
struct NamedLaunch {
    std::vector<NamedArgument> arguments;  ///< in any order
    std::vector<NamedValue> dims;
    std::optional<std::vector<GridExpression>> grid;
};

/// The launch in the order of the parameters, its tensors loaded, unwritten ones shaped by the dims that others bind,
/// and its grid evaluated (1 block where none is given and the kernel does not read ctx.block). Fails with the codes of
/// launch_argument_unknown to launch_dim, launch_dim_missing, launch_dim_mismatch (a given dim differs from a shape),
/// and as load does; everything else about the launch is left to engine::bind. All tensors together take at most
/// `limit_bytes`.
Result<engine::Launch, engine::LaunchError> resolve(const program::Program& program, const NamedLaunch& named,
                                                    std::uint64_t limit_bytes = engine::physical_memory_bytes());

/// A tensor by its elements. Fails as parse_bits and exact_bits do, and where their number is not the shape's.
Result<engine::Tensor, Error> tensor_of(const Elements& elements, ScalarType type);
Result<engine::Tensor, Error> tensor_of(const ElementBits& elements, ScalarType type);

/// "tensor<f32>[R, K]" or "i32".
std::string type_text(const program::Program& program, const program::Parameter& parameter);
std::string name_of(const program::Program& program, const program::Parameter& parameter);

}  // namespace phobos::io
