// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/emitter.h"
#include "backend/emit/tile_steps.h"

namespace phobos::emit {

namespace {

void declare(Emission& e, program::TileId tile) {
    const SharedId buffer = e.tile.plan.buffer_of(tile);
    declare_buffer(e, buffer, e.program().tiles[tile.index].name);
    e.tiles[tile.index] = e.tile.buffers[buffer.index];
}

}  // namespace

/// tile-13, exec-15
void declare_tile(Emission& e, const program::DeclareTile& node) {
    declare(e, node.tile);
    if (node.value) write_steps(e, *node.value);
}

/// tile-18, tile-19
void tile_store(Emission& e, const program::TileStore& node) { write_steps(e, node.value); }

/// tile-30
void accumulate(Emission& e, const program::Accumulate& node) { write_steps(e, node.dot); }

/// tile-46
void bind_tile(Emission& e, program::TileId parameter, const program::Expression& argument) {
    declare(e, parameter);
    write_steps(e, argument);
}

void return_tile(Emission& e, const program::Expression& value) { write_steps(e, value); }

void evaluate_tile(Emission& e, const program::Expression& expression) { write_steps(e, expression); }

}  // namespace phobos::emit
