// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "engine/agreement.h"
#include "engine/launch.h"
#include "engine/outcome.h"
#include "engine/tensor.h"
#include "lang/base/result.h"
#include "lang/program/checked_program.h"

/// How composed kernels are judged: by what every implementation that keeps to the bounds of chapter 12 may give.
namespace phobos::engine {

/// Every element lies from its element of `low` to that of `high`, both included; -0 lies before +0. Where both are NaN
/// it is NaN, and where only `low` is, nothing is known of it.
struct Enclosure {
    Tensor low;
    Tensor high;
};

/// What a launch does depends on a value that is not known: a condition, a subscript, a range, a divisor, or an atomic
/// sum of floats.
struct Undecided {
    Place place;
};
using NotEnclosed = std::variant<Undecided, Outcome>;

/// Something that can run a program on intervals.
class Encloser {
public:
    virtual ~Encloser() = default;
    /// The tensors by parameter as a finished run leaves them (empty for scalars), or why there are none.
    virtual Result<std::vector<Enclosure>, NotEnclosed> enclose(const program::CheckedProgram& program, Launch launch,
                                                                const Settings& settings) = 0;
};

/// How results compare with an enclosure. An element whose bounds are more than `widest` steps apart says nothing: it
/// is not compared.
struct EnclosedComparison {
    static constexpr std::uint64_t widest = 64;

    Comparison comparison;
    std::vector<std::uint64_t> uninformative;  ///< in row order

    [[nodiscard]] bool agrees() const { return comparison.agrees(); }
};
EnclosedComparison compare(const Enclosure& enclosure, const Tensor& actual, std::uint64_t widest,
                           const std::vector<bool>& excepted = {});

}  // namespace phobos::engine
