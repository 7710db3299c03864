// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/outcome.h"
#include "lang/program/program.h"

namespace phobos::interp::observe {

/// One warp at one site, once: what every event says.
struct Visit {
    program::SiteId site;
    engine::Block block;
    int warp;
    std::uint64_t lanes;  ///< bit l: lane l takes part
};

enum class AccessKind : std::uint8_t { load, store, atomic };

/// An access of `width` elements a lane, at offsets counted in elements of the buffer.
struct Access {
    Visit visit;
    AccessKind kind;
    program::Buffer buffer;
    int element_bytes;
    int width;                              ///< elements: 1, or those of a run
    std::span<const std::int64_t> offsets;  ///< by lane; of lanes that do not take part without meaning
};
/// A condition and the lanes for which it holds.
struct Branch {
    Visit visit;
    std::uint64_t taken;
};
/// A barrier, collective, shuffle or ballot.
struct Meeting {
    Visit visit;
    program::SiteKind kind;
};

/// Receives what happens, in the order of one CTA. A run without an observer has no trace of it.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void access(const Access& event) = 0;
    virtual void branch(const Branch& event) = 0;
    virtual void meeting(const Meeting& event) = 0;
};

}  // namespace phobos::interp::observe
