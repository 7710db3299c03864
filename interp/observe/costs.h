// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "interp/observe/event.h"
#include "lang/base/memory_cost.h"
#include "lang/program/facts.h"
#include "lang/program/program.h"

namespace phobos::interp::observe {

/// Of what the costs of accesses depend beside who accesses what.
struct MemoryLayout {
    std::vector<std::int64_t> addresses;      ///< by TensorId: of the first element, in bytes from a multiple of 256
    std::vector<program::Congruence> proven;  ///< by SiteId: of a run's first byte; what one access of it may span
};

struct BranchCosts {
    std::uint64_t executions = 0;
    std::uint64_t diverged = 0;  ///< executions at which some lanes went one way and some the other
    std::uint64_t lanes = 0;     ///< that came
};

struct SiteCosts {
    std::array<cost::AccessCosts, 3> accesses;  ///< by AccessKind
    BranchCosts branches;
    std::uint64_t meetings = 0;     ///< by a warp
    int width = 0;                  ///< elements a lane, of an access
    program::Buffer buffer;         ///< of an access
    std::vector<cost::Part> parts;  ///< what a run is split into

    [[nodiscard]] const cost::AccessCosts& of(AccessKind kind) const {
        return accesses[static_cast<std::size_t>(kind)];
    }
};

/// Dot products of four bytes each.
struct DotCosts {
    Span span;
    std::uint64_t executions = 0;  ///< by a warp
    std::uint64_t products = 0;    ///< by a lane
};

/// Counts what the events would cost on a card by the model of lang/base/memory_cost.h.
class Costs final : public Observer {
public:
    Costs(const program::Program& program, MemoryLayout layout);

    void access(const Access& event) override;
    void branch(const Branch& event) override;
    void meeting(const Meeting& event) override;
    void byte_dots(const ByteDots& event) override;

    [[nodiscard]] const std::vector<SiteCosts>& sites() const { return sites_; }           ///< by SiteId
    [[nodiscard]] const std::map<std::uint32_t, DotCosts>& dots() const { return dots_; }  ///< by ExpressionId
    [[nodiscard]] int lanes() const { return lanes_; }

private:
    MemoryLayout layout_;
    int lanes_;
    std::vector<SiteCosts> sites_;
    std::map<std::uint32_t, DotCosts> dots_;
};

}  // namespace phobos::interp::observe
