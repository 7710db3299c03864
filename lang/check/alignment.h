// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lang/program/facts.h"
#include "lang/program/program.h"
#include "lang/vocabulary/scalar_type.h"

/// What is known of the byte addresses that accesses have: how wide one may be.
namespace phobos::check {

/// Of the memory of every tile, in bytes.
inline constexpr std::uint64_t tile_alignment = 128;

/// Where a buffer's elements lie: row-major without padding (run-5), from an address of which something is known.
struct Placement {
    program::Congruence base;                  ///< of the first element's address, in bytes
    std::vector<program::Congruence> extents;  ///< by axis
    int element_bytes;
};

/// A tensor is where the launch gives it, at least at a multiple of its element; dims are as the launch, or @aligned,
/// says.
Placement placement_of(const program::Program& program, const program::LaunchAssumptions& assumptions,
                       program::TensorId id);
/// A tile is at an address divisible by `tile_alignment`.
Placement placement_of(const program::Tile& tile);

/// Of the byte address of the element at these subscripts, one per axis, or of the first element of a run there.
program::Congruence address_of(const Placement& placement, std::span<const program::Congruence> subscripts);
/// The same of a buffer of the program, with subscripts that are expressions.
program::Congruence address_of(const program::Program& program, const program::LaunchAssumptions& assumptions,
                               const program::Buffer& buffer, std::span<const program::Expression> subscripts,
                               const program::Facts& facts);
/// The same with subscripts that are expressions.
program::Congruence address_of(const Placement& placement, std::span<const program::Expression> subscripts,
                               const program::Facts& facts);

/// By SiteId: of the byte address of the first element that a load, store or atomic accesses there; nothing is known of
/// other sites.
std::vector<program::Congruence> addresses_by_site(const program::Program& program,
                                                   const program::LaunchAssumptions& assumptions,
                                                   const program::Facts& facts);

}  // namespace phobos::check
