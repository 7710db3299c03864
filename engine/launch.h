// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/outcome.h"
#include "engine/tensor.h"
#include "lang/base/result.h"
#include "lang/program/program.h"

namespace phobos::engine {

/// A tensor with memory of its own, whose address is `byte_offset` past a multiple of 256.
struct OwnTensor {
    Tensor tensor;
    std::int64_t byte_offset = 0;
};
/// A tensor that lies in the memory of another argument, `byte_offset` past that one's first element.
struct ViewOf {
    std::size_t parameter;  ///< index of the other argument, an OwnTensor
    std::int64_t byte_offset = 0;
    ScalarType element;
    std::vector<std::int64_t> shape;
};
struct Scalar {
    ScalarType type;
    ScalarBits value;
};
using Argument = std::variant<OwnTensor, ViewOf, Scalar>;

/// What a launch gives a kernel; arguments in the order of the parameters.
struct Launch {
    std::vector<Argument> arguments;
    Block grid{1, 1, 1};
};

/// Limits of the engine, not of the language; what is missing is unlimited.
struct Limits {
    std::optional<std::uint64_t> steps;  ///< statements executed, counted once for each thread
    /// What a launch takes: the tensors of its arguments, and for each block that runs at once its shared tiles and
    /// what the engine keeps of its threads; with the notes of what is unwritten, without guard zones.
    std::optional<std::uint64_t> memory_bytes;
    std::optional<std::chrono::milliseconds> time;
};

/// Until when something may last; without one, for ever.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// The checks that are not always on.
struct Checks {
    bool uninitialised = true;
    bool races = true;
    bool levels = false;
};

struct Settings {
    Limits limits;
    Checks checks;
    std::uint64_t seed = 0;
    int jobs = 1;  ///< CTAs run at once
};

/// The values of the symbolic dims of a program, by DimId.
struct BoundDims {
    std::vector<std::int64_t> values;
};

/// What the tensors of the arguments take, those in the memory of others not counted again.
std::uint64_t bytes_of(const Launch& launch);

/// Judges a launch against a program, by the rules of docs/spec/03-kernels.md: number, kind, element type and rank of
/// the arguments, dims that agree, dims that are multiples as @aligned asks, arguments that overlap, and the grid.
Result<BoundDims, LaunchError> bind(const program::Program& program, const Launch& launch);

}  // namespace phobos::engine
