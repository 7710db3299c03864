// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/outcome.h"
#include "lang/base/result.h"
#include "lang/program/program.h"

namespace phobos::engine {

/// "1 element", "2 elements"
std::string counted(std::uint64_t count, std::string_view what);

/// The values that the arguments of a launch give to the dims of its program (ctx-5, ctx-6).
class DimBindings {
public:
    explicit DimBindings(const program::Program& program) : program_(program), dims_(program.dims.size()) {}

    /// Judges the rank and the extents of an argument, and takes from it the dims that nothing has given so far.
    Result<Done, LaunchError> bind(const program::Tensor& tensor, std::span<const std::int64_t> shape);
    /// A value from elsewhere, for a dim that has none.
    void give(program::DimId dim, std::int64_t value, std::string source);

    [[nodiscard]] std::optional<std::int64_t> value(program::DimId dim) const;
    /// What gave a dim its value, as in "axis 0 of X".
    [[nodiscard]] const std::string& source(program::DimId dim) const { return dims_[dim.index]->source; }

private:
    struct Binding {
        std::int64_t value;
        std::string source;
    };
    Result<Done, LaunchError> bind_axis(const program::Tensor& tensor, std::size_t axis, std::int64_t given);

    const program::Program& program_;
    std::vector<std::optional<Binding>> dims_;  ///< by DimId
};

}  // namespace phobos::engine
