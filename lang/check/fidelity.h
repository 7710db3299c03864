// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lang/program/program.h"
#include "lang/source/span.h"

/// Which results of a kernel are the same bits in every implementation, and what those that are not decide (num-31).
namespace phobos::check {

/// Better before worse.
enum class Fidelity : std::uint8_t {
    exact,        ///< the same bits
    bounded,      ///< within what num-25 and tile-31 allow, as it grows on the way
    unspecified,  ///< of what is left open (num-31), or of a bounded value that decided something
};

constexpr std::string_view spelling(Fidelity fidelity) {
    constexpr std::array<std::string_view, 3> names{"exact", "bounded", "unspecified"};
    return names[static_cast<std::size_t>(fidelity)];
}

struct Grade {
    Fidelity fidelity = Fidelity::exact;
    Span source;                  ///< the operation that it comes from; nothing of an exact one
    std::optional<Span> through;  ///< the condition, subscript or conversion at which a bounded value lost its bound
};

/// Something that a value which is not exact decides.
struct Reached {
    enum class Kind : std::uint8_t {
        branch,   ///< of an `if`, a loop, `&&` or `||`
        address,  ///< a subscript, the start of a slice, the lane of a shuffle
        barrier,  ///< whether threads come to it
    };
    Kind kind;
    Span place;
    Grade grade;
};

constexpr std::string_view spelling(Reached::Kind kind) {
    constexpr std::array<std::string_view, 3> names{"branch", "address", "barrier"};
    return names[static_cast<std::size_t>(kind)];
}

struct FidelityReport {
    std::vector<Grade> tensors;    ///< by TensorId: of what the kernel stores in it
    std::vector<Reached> reached;  ///< in the order of the source, each kind at a place once
};

/// Holds for every launch: what is called exact is exact, what is called otherwise may happen to be.
FidelityReport grade_fidelity(const program::Program& program);

}  // namespace phobos::check
