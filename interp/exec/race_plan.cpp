// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/race_plan.h"

#include <algorithm>

#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::interp {

namespace {

using namespace program;

/// What is done to a buffer anywhere in a kernel.
struct Deeds {
    bool writes = false;
    bool reads = false;
    bool atomics = false;
};

class DeedsOfKernel {
public:
    explicit DeedsOfKernel(const Program& program) : tensors_(program.tensors.size()), tiles_(program.tiles.size()) {
        for_each_in(program.body, Overloaded{[&](const Expression& part) { look(part); },
                                             [&](const Statement& part) { look(part); }});
    }
    [[nodiscard]] const std::vector<Deeds>& tensors() const { return tensors_; }
    [[nodiscard]] const std::vector<Deeds>& tiles() const { return tiles_; }

private:
    Deeds& of(const Buffer& buffer) {
        return std::visit(Overloaded{[&](TensorId id) -> Deeds& { return tensors_[id.index]; },
                                     [&](TileId id) -> Deeds& { return tiles_[id.index]; }},
                          buffer);
    }
    /// Of a tile operation: in a tile it does nothing that needs to be known.
    void reads_together(const Buffer& buffer) {
        if (std::holds_alternative<TensorId>(buffer)) of(buffer).reads = true;
    }
    void writes_together(const Buffer& buffer, bool reads) {
        if (!std::holds_alternative<TensorId>(buffer)) return;
        of(buffer).writes = true;
        of(buffer).reads = of(buffer).reads || reads;
    }
    void look(const Expression& expression) {
        if (const auto* load = std::get_if<Load>(&expression.node)) of(load->buffer).reads = true;
        if (const auto* load = std::get_if<RunLoad>(&expression.node)) of(load->buffer).reads = true;
        if (const auto* slice = std::get_if<Slice>(&expression.node)) reads_together(slice->buffer);
        if (const auto* atomic = std::get_if<Atomic>(&expression.node)) of(atomic->buffer).atomics = true;
    }
    void look(const Statement& statement) {
        if (const auto* store = std::get_if<RunStore>(&statement.node)) of(store->buffer).writes = true;
        if (const auto* store = std::get_if<TileStore>(&statement.node))
            writes_together(store->buffer, store->op.has_value());
        if (const auto* store = std::get_if<Accumulate>(&statement.node)) writes_together(store->buffer, true);
        if (const auto* store = std::get_if<Store>(&statement.node)) {
            Deeds& deeds = of(store->buffer);
            deeds.writes = true;
            deeds.reads = deeds.reads || store->op.has_value();
        }
    }

    std::vector<Deeds> tensors_;
    std::vector<Deeds> tiles_;
};

/// Atomics alone race with nothing (exec-26).
std::vector<std::optional<observe::Uses>> watched(const std::vector<Deeds>& buffers) {
    std::vector<std::optional<observe::Uses>> uses;
    for (const Deeds& deeds : buffers) {
        const bool can_race = deeds.writes || (deeds.atomics && deeds.reads);
        uses.push_back(can_race ? std::optional(observe::Uses{deeds.reads, deeds.atomics}) : std::nullopt);
    }
    return uses;
}

}  // namespace

bool WatchedBuffers::any_tensor() const {
    return std::ranges::any_of(tensors, [](const auto& uses) { return uses.has_value(); });
}

bool WatchedBuffers::any() const {
    return any_tensor() || std::ranges::any_of(tiles, [](const auto& uses) { return uses.has_value(); });
}

bool WatchedBuffers::has(const Buffer& buffer) const {
    return std::visit(Overloaded{[&](TensorId id) { return tensors[id.index].has_value(); },
                                 [&](TileId id) { return tiles[id.index].has_value(); }},
                      buffer);
}

WatchedBuffers watched_buffers(const Program& program) {
    const DeedsOfKernel deeds(program);
    return {watched(deeds.tensors()), watched(deeds.tiles())};
}

}  // namespace phobos::interp
