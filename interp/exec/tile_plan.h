// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "interp/exec/node.h"
#include "interp/meaning/tile_loops.h"
#include "lang/program/program.h"

namespace phobos::interp {

/// Which elements of a tensor or tile a slice reads or writes.
struct SliceTarget {
    bool shared = false;      ///< a tile, else a tensor
    std::uint32_t index = 0;  ///< TileId or TensorId
    ScalarType element = ScalarType::i32;
    program::TileShape shape;
    std::vector<Node*> starts;  ///< by axis; none for a whole tile
    program::SiteId site;
    meaning::MoveLoops moves{};
};

/// tile-21: how two operands extend to a result: nested loops over its axes, of which neighbours that go alike are
/// merged. The innermost, a row, is one call of a loop over elements. Scalars are operands without any axis.
struct Broadcast {
    enum class Along : std::uint8_t { both, left, right };
    struct Axis {
        std::size_t extent = 1;
        std::size_t left = 0;  ///< elements to the next; 0 where the operand's one element serves all
        std::size_t right = 0;
    };
    std::array<Axis, 3> outer{};
    std::size_t row = 1;  ///< elements
    Along along = Along::both;
};
Broadcast broadcast_of(const program::TileShape& result, const program::TileShape& left,
                       const program::TileShape& right);

/// Calls `each` with the first elements of a row, of left operand, right operand and result.
template <class Each>
void for_each_row(const Broadcast& broadcast, const Each& each) {
    const auto& [a, b, c] = broadcast.outer;
    std::size_t out = 0;
    for (std::size_t i = 0; i < a.extent; ++i)
        for (std::size_t j = 0; j < b.extent; ++j)
            for (std::size_t k = 0; k < c.extent; ++k, out += broadcast.row)
                each(i * a.left + j * b.left + k * c.left, i * a.right + j * b.right + k * c.right, out);
}

/// What a tile operation needs besides what every node and step has.
struct TileWork {
    SliceTarget slice;
    Broadcast broadcast;
    meaning::BinaryLoop row_loop = nullptr;  ///< of an operator or builtin of two operands
    meaning::RowLoop rows = nullptr;         ///< of a function by rows, of an operand of that many rows and columns
    std::size_t row_count = 0;
    std::size_t column_count = 0;
    meaning::DotLoop dot = nullptr;
    meaning::DotShape dot_shape{};
    program::SiteId site;
    // of generate
    Variable row;
    Variable column;
    Node* body = nullptr;  ///< of level varying
    std::size_t mask = 0;  ///< slot of the threads of the last turn
};

}  // namespace phobos::interp
