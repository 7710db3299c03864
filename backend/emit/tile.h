// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/emit/emitter.h"
#include "backend/emit/tile_plan.h"

/// Texts of tile operations.
namespace phobos::emit {

/// Where an element lies in its tile: for each axis a C++ int, a name or a literal or in brackets.
using Places = std::vector<std::string>;

/// An element of an available tile expression, or a scalar operand. Where faults are looked for, statements may be
/// written before it.
[[nodiscard]] Text element(Emission& e, const program::Expression& value, const Places& places);
/// The same, computed by the expression's own operation.
[[nodiscard]] Text computed_element(Emission& e, const program::Expression& value, const Places& places);

/// `name[i * 64 + j]` of the buffer.
[[nodiscard]] std::string buffer_element(const Emission& e, SharedId buffer, const Places& places);
/// The value there.
[[nodiscard]] Text buffer_value(const Emission& e, SharedId buffer, const Places& places);
/// The element's number in row order.
[[nodiscard]] std::string element_number(const program::TileShape& shape, const Places& places);

/// `64, 16`
[[nodiscard]] std::string extents_of(const program::TileShape& shape);

/// Whether a name occurs in the lines.
[[nodiscard]] bool mentions(const std::vector<Line>& lines, const std::string& name);

/// A loop in which the threads share the elements of a shape, or visit those of a tile that is in registers; `body`
/// writes what is done with the one at the places.
template <class Body>
void each_element(Emission& e, std::optional<SharedId> resident, const program::TileShape& shape, Body body);

/// Names the places of a loop, `i` and `j`.
[[nodiscard]] Places declare_places(Emission& e, const program::TileShape& shape);
/// What opens the loop of `each_element` and declares the places that `lines` use.
void open_elements(Emission& e, const program::TileShape& shape, const Places& places, const std::vector<Line>& lines);
void open_elements(Emission& e, SharedId resident, const Places& places, const std::vector<Line>& lines);

template <class Body>
void each_element(Emission& e, std::optional<SharedId> resident, const program::TileShape& shape, Body body) {
    e.names.open();
    const std::size_t mark = e.writer.mark();
    const Places places = declare_places(e, shape);
    if (resident) e.tile.elements[*resident] = e.names.declare(e.tile.buffers[resident->index] + "_element");
    body(places);
    std::vector<Line> lines = e.writer.take(mark);
    if (resident)
        open_elements(e, *resident, places, lines);
    else
        open_elements(e, shape, places, lines);
    e.writer.append(std::move(lines));
    e.writer.close(resident ? "});" : "}");
    e.names.close();
}

}  // namespace phobos::emit
