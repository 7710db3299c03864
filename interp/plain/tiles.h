// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "interp/plain/arithmetic.h"
#include "interp/plain/domain.h"
#include "interp/plain/machine.h"
#include "interp/plain/memory.h"
#include "lang/base/result.h"
#include "lang/program/program.h"

/// What tile operations give (chapter 10), element after element in row order.
namespace phobos::plain {

/// A scalar is a tile of rank 0: it has one element, which is that of every position.
template <class Value>
struct Tile {
    ScalarType element = ScalarType::i32;
    program::TileShape shape;
    std::vector<Value> elements;

    friend bool operator==(const Tile&, const Tile&) = default;
};

/// What is undefined, and the first element of the result for which it is.
struct ElementFault {
    std::int64_t element;
    Trouble what;
};
template <class Value>
using TileOrFault = Result<Tile<Value>, ElementFault>;

/// An elementwise function of operands that are broadcast to the shape of the result.
template <class Value>
[[nodiscard]] TileOrFault<Value> applied(const Function& function, std::span<const Tile<Value>> operands,
                                         ScalarType element, const program::TileShape& shape);

/// As many elements of a tensor or tile as the shape says, at `starts` along each axis, which may lie outside: elements
/// outside of the view are 0.
struct SliceOf {
    const View& view;
    std::vector<std::int64_t> starts;
    program::TileShape shape;
};
/// The position in the view of the element of a slice, in row order, or nothing where it lies outside.
std::optional<std::int64_t> position_of(const SliceOf& slice, std::int64_t element);
enum class Unwritten : std::uint8_t { is_fault, is_read };
template <class Value>
[[nodiscard]] TileOrFault<Value> read(const SliceOf& slice, Unwritten unwritten);
/// Writes those elements that lie inside; the value is broadcast.
template <class Value>
void write(const SliceOf& slice, const Tile<Value>& value);

/// A builtin of BuiltinFamily::tile but dot, dot_t, generate, tmax and tmin, whose result has the given type.
template <class Value>
[[nodiscard]] Tile<Value> tile_function(Builtin builtin, std::span<const Tile<Value>> operands,
                                        const program::Type& type);

/// dot or dot_t of two operands.
template <class Value>
struct Product {
    Builtin dot;
    const Tile<Value>& left;
    const Tile<Value>& right;
    bool is_loose;  ///< intervals of floats are widened by tile-31
};
/// A chain for each element of `start`, in its type, that begins with it and takes one step for each k. Looks at the
/// time for every row; after its end the rest is as it was.
template <class Value>
[[nodiscard]] Tile<Value> chains(const Product<Value>& product, Tile<Value> start, Meter& meter);

/// A tile whose elements are all +0, 0 or false.
template <class Value>
[[nodiscard]] Tile<Value> zeros(ScalarType element, const program::TileShape& shape);

}  // namespace phobos::plain
