// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/outcome.h"
#include "lang/program/program.h"
#include "lang/vocabulary/builtins.h"

namespace phobos::interp::observe {

/// One warp at one site, once: what every event says.
struct Visit {
    program::SiteId site;
    engine::Block block;
    int warp;
    std::uint64_t lanes;  ///< bit l: lane l takes part
    /// How often the warp has been at the site before in this CTA. All that one execution does there has one number:
    /// what a compound assignment reads and writes, all accesses and barriers of a tile operation.
    std::uint32_t number = 0;
};

enum class AccessKind : std::uint8_t { load, store, atomic };

/// An access of `width` elements a lane, at offsets counted in elements of the buffer. A tile operation tells of
/// accesses of one element a lane each, at the site of the slice or statement: element e of the slice, in row order,
/// belongs to thread e mod ctx.threads; those outside the buffer take no part.
struct Access {
    Visit visit;
    AccessKind kind;
    program::Buffer buffer;
    int element_bytes;
    int width;                              ///< elements: 1, or those of a run
    std::span<const std::int64_t> offsets;  ///< by lane; of lanes that do not take part without meaning
    /// By lane: where its `width` elements lie, one behind another: those read or written, of an atomic the one that
    /// was there before. For the time of the call; of lanes that do not take part without meaning.
    std::span<const std::byte* const> values = {};
};

/// A condition: of `if`; of `while`, and of a `for` whose turns the lanes of a warp need not share, once a turn and
/// once where it ends; of `&&` and `||` whose right side not every lane may evaluate.
struct Branch {
    Visit visit;
    std::uint64_t taken;  ///< for which it holds, or that evaluate the right side
};
/// Right after an `if`, a loop or a right side that not every lane of a warp need go through, or at the end of a call
/// that lanes may leave early: the lanes that go on together. The visit's number is that of the last branch there.
struct Reunion {
    Visit visit;
};

/// A barrier, collective, shuffle or ballot, or one of the barriers that a tile operation stands for.
struct Meeting {
    Visit visit;
    program::SiteKind kind;
    Scope scope = Scope::lanes;  ///< of the threads that meet: a warp's, or the CTA's
};

/// Products of four bytes each, summed: dp4a, and a sum over the product of two runs of bytes (run-33).
struct ByteDots {
    const program::Expression* expression;
    engine::Block block;
    int warp;
    std::uint64_t lanes;
    int count;  ///< a lane
};

/// Receives what happens, in the order of one CTA. A run without an observer has no trace of it.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void access(const Access& event) = 0;
    virtual void branch(const Branch& event) = 0;
    virtual void meeting(const Meeting& event) = 0;
    virtual void reunion(const Reunion&) {}
    virtual void byte_dots(const ByteDots&) {}
};

}  // namespace phobos::interp::observe
