// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lang/base/json.h"

/// Which rows stand together in one kernel: faults hide where two constructs meet.
namespace phobos::fuzz {

struct Trial;

/// What kernels are made of beside the rows of the vocabulary, as "family/spelling": statements, types, subscripts,
/// literals, attributes, levels of control flow, launches.
std::vector<std::string> construct_rows();
/// Those of a trial that has a program.
std::set<std::string> constructs_of(const Trial& trial);

/// Two rows that no kernel has together, and why not.
struct Infeasible {
    std::string_view row;
    std::string_view with;
    std::string_view reason;
};
/// All there are, beside pairs with rows that are left out.
inline constexpr std::array infeasible_pairs{
    Infeasible{"launch/32 lanes", "launch/64 lanes", "a kernel is checked for one target"},
    Infeasible{"order/grid_barrier", "launch/grid of two dimensions", "coll-22: the grid has one dimension"},
    Infeasible{"attribute/persistent", "launch/grid of two dimensions",
               "the generator writes it for grid_barrier alone"},
};

/// Pairs of different rows, of the vocabulary and of constructs.
class Pairs {
public:
    /// All pairs of one kernel.
    void add(const std::set<std::string>& rows);
    void add(const Pairs& other);

    /// Of rows that are not left out and may stand together.
    [[nodiscard]] static std::size_t feasible(const std::set<std::string>& left_out);
    [[nodiscard]] std::size_t covered() const;

    [[nodiscard]] Json json() const;
    /// Nothing where it is of other rows.
    static std::optional<Pairs> of(const Json& json);

private:
    std::vector<std::uint64_t> bits_;  ///< none until a kernel is added
};

}  // namespace phobos::fuzz
