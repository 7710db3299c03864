// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/cta.h"

#include <algorithm>
#include <cstring>

#include "interp/exec/evaluate.h"
#include "interp/value/scalar.h"

namespace phobos::interp {

namespace {

constexpr std::size_t line_bytes = 64;
/// Threads' statements between two looks at the time.
constexpr std::uint64_t steps_between_clocks = std::uint64_t{1} << 22;

}  // namespace

AlignedBytes::AlignedBytes(std::size_t size) : storage_(size + line_bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
    begin_ = (line_bytes - address % line_bytes) % line_bytes;
}

void Cta::check_limits() {
    if (launch->step_limit && steps > *launch->step_limit) throw Stopped{engine::steps_reached(*launch->step_limit)};
    if (launch->deadline && std::chrono::steady_clock::now() >= *launch->deadline)
        throw Stopped{engine::time_reached()};
    next_clock = steps + steps_between_clocks;
    if (launch->step_limit) next_clock = std::min(next_clock, *launch->step_limit + 1);
}

void trap(const Cta& cta, program::SiteId site, const FaultyLanes& lanes, engine::FaultText what) {
    const engine::Place place{site, cta.launch->program->site(site).span, cta.block, lanes.warp, lanes.lanes};
    throw Stopped{engine::trapped(std::move(what), place)};
}

std::int64_t read_any_integer(ScalarType type, const std::byte* at) {
    return with_host_type(type, [&]<class T>() -> std::int64_t {
        if constexpr (std::integral<T>) {
            T value;
            std::memcpy(&value, at, sizeof value);
            return static_cast<std::int64_t>(value);
        } else {
            return 0;
        }
    });
}

void assign_to_all(const Variable& variable, const Node& node, const std::byte* value, Cta& cta) {
    std::byte* const place = cta.frame + variable.offset;
    if (value == place) return;
    const Geometry& geometry = cta.geometry();
    const auto count = static_cast<std::size_t>(variable.level == Level::uniform        ? 1
                                                : variable.level == Level::warp_uniform ? geometry.warps
                                                                                        : geometry.threads);
    if (node.level == Level::uniform && count > 1)
        node.moves.fill(value, place, count);
    else
        std::memcpy(place, value, count * static_cast<std::size_t>(bytes(variable.type)));
}

void assign(const Variable& variable, const Node& node, const std::byte* value, Cta& cta) {
    const Geometry& geometry = cta.geometry();
    const auto size = static_cast<std::size_t>(bytes(variable.type));
    std::byte* const place = cta.frame + variable.offset;
    if (value == place) return;
    switch (variable.level) {
        case Level::uniform: std::memcpy(place, value, size * node.count); return;
        case Level::warp_uniform:
            for (int warp = 0; warp < geometry.warps; ++warp)
                if (cta.mask->any(warp, geometry))
                    std::memcpy(place + static_cast<std::size_t>(warp) * size,
                                value + (node.level == Level::uniform ? 0 : static_cast<std::size_t>(warp) * size),
                                size);
            return;
        case Level::varying: {
            const auto threads = static_cast<std::size_t>(geometry.threads);
            if (node.level == Level::uniform) {
                if (cta.everyone())
                    node.moves.fill(value, place, threads);
                else
                    node.moves.blend_fill(cta.mask->bytes(), value, place, threads);
                return;
            }
            if (cta.everyone())
                std::memcpy(place, value, threads * size);
            else
                node.moves.blend(cta.mask->bytes(), value, place, threads);
            return;
        }
    }
}

}  // namespace phobos::interp
