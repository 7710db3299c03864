// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lang/vocabulary/level.h"

namespace phobos {

/// The fields of `ctx`, all of type i32.
enum class ContextField : std::uint8_t {
    thread,
    warp,
    lane,
    threads,
    warps,
    lanes,
    block_x,
    block_y,
    block_z,
    grid_x,
    grid_y,
    grid_z,
};

struct ContextFieldRow {
    ContextField field;
    std::string_view spelling;  ///< with the "ctx." in front
    Level level;
    std::string_view meaning;
};

inline constexpr std::array context_fields{
    ContextFieldRow{ContextField::thread, "ctx.thread", Level::varying, "index of the thread in its CTA"},
    ContextFieldRow{ContextField::warp, "ctx.warp", Level::warp_uniform, "index of the warp in its CTA"},
    ContextFieldRow{ContextField::lane, "ctx.lane", Level::varying, "index of the thread in its warp"},
    ContextFieldRow{ContextField::threads, "ctx.threads", Level::uniform, "threads of a CTA, a constant"},
    ContextFieldRow{ContextField::warps, "ctx.warps", Level::uniform, "warps of a CTA, a constant"},
    ContextFieldRow{ContextField::lanes, "ctx.lanes", Level::uniform, "threads of a warp, a constant of the target"},
    ContextFieldRow{ContextField::block_x, "ctx.block.x", Level::uniform, "index of the CTA in the grid"},
    ContextFieldRow{ContextField::block_y, "ctx.block.y", Level::uniform, "index of the CTA in the grid"},
    ContextFieldRow{ContextField::block_z, "ctx.block.z", Level::uniform, "index of the CTA in the grid"},
    ContextFieldRow{ContextField::grid_x, "ctx.grid.x", Level::uniform, "CTAs of the grid"},
    ContextFieldRow{ContextField::grid_y, "ctx.grid.y", Level::uniform, "CTAs of the grid"},
    ContextFieldRow{ContextField::grid_z, "ctx.grid.z", Level::uniform, "CTAs of the grid"},
};

constexpr const ContextFieldRow& row(ContextField field) { return context_fields[static_cast<std::size_t>(field)]; }
constexpr std::string_view spelling(ContextField field) { return row(field).spelling; }

constexpr std::optional<ContextField> context_field(std::string_view spelling) {
    for (const ContextFieldRow& entry : context_fields)
        if (entry.spelling == spelling) return entry.field;
    return std::nullopt;
}

}  // namespace phobos
