// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_order.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "lang/base/overloaded.h"

namespace phobos::emit {

namespace {

/// An access that no barrier has followed yet.
struct Pending {
    Access access;
    bool is_fenced;  ///< what happens now is ordered after it

    friend auto operator<=>(const Pending&, const Pending&) = default;
};
using State = std::set<Pending>;

/// Where the paths that leave a loop or function early end.
struct Exits {
    State loop;
    State turn;
};

/// Walks the events with the accesses that are pending on some path. A barrier, once found to be needed, stays: so the
/// walk over a loop comes to an end, and what it finds holds of every turn.
class Walk {
public:
    Walk(std::span<const ByteRange> buffers, std::size_t moments) : buffers_(buffers), needed_(moments) {}

    void all(const Events& events) {
        for (const Event& event : events) std::visit([&](const auto& each) { one(each); }, event.what);
    }
    [[nodiscard]] std::vector<bool> needed() && { return std::move(needed_); }

private:
    void one(const Touch& touch) {
        if (!needed_[touch.moment.index] && (touch.ends_copies || conflicts(touch)))
            needed_[touch.moment.index] = true, ++found_;
        if (needed_[touch.moment.index] || touch.has_barrier) state_.clear();
        for (const Access& access : touch.accesses) state_.insert({access, touch.is_tile_operation});
    }
    void one(const Fence&) {
        State fenced;
        for (const Pending& each : state_) fenced.insert({each.access, true});
        state_ = std::move(fenced);
    }
    void one(const LoopEvents& loop) {
        Exits exits;
        std::swap(exits_, exits);
        State head = state_;
        for (;;) {
            const std::size_t known = head.size();
            const std::size_t found = found_;
            state_ = head;
            all(loop.body);
            head.merge(state_);
            head.merge(State(exits_.turn));
            if (head.size() == known && found_ == found) break;
        }
        state_ = std::move(head);
        state_.merge(exits_.loop);
        exits_ = std::move(exits);
    }
    void one(const BranchEvents& branch) {
        const State before = state_;
        all(branch.then);
        State then = std::exchange(state_, before);
        all(branch.otherwise);
        state_.merge(then);
    }
    void one(const FunctionEvents& function) {
        Exits exits;
        std::swap(exits_, exits);
        State returned;
        std::swap(returned_, returned);
        all(function.body);
        state_.merge(returned_);
        returned_ = std::move(returned);
        exits_ = std::move(exits);
    }
    /// Whether all take the jump is not known, so that the path goes on, too.
    void one(Jump jump) {
        switch (jump) {
            case Jump::leaves_loop: exits_.loop.insert(state_.begin(), state_.end()); break;
            case Jump::ends_turn: exits_.turn.insert(state_.begin(), state_.end()); break;
            case Jump::returns: returned_.insert(state_.begin(), state_.end()); break;
        }
    }

    [[nodiscard]] bool conflicts(const Touch& touch) const {
        return std::ranges::any_of(state_, [&](const Pending& pending) {
            return pending.is_fenced && std::ranges::any_of(touch.accesses, [&](const Access& access) {
                       return conflict(pending.access, access);
                   });
        });
    }
    [[nodiscard]] bool conflict(const Access& before, const Access& now) const {
        if (!before.writes && !now.writes) return false;
        const bool have_owners = before.owner == Owner::element && now.owner == Owner::element;
        if (before.memory == now.memory) return !have_owners;
        const auto* const first = std::get_if<SharedId>(&before.memory);
        const auto* const second = std::get_if<SharedId>(&now.memory);
        if (first == nullptr || second == nullptr) return false;
        const ByteRange& a = buffers_[first->index];
        const ByteRange& b = buffers_[second->index];
        if (have_owners && a == b && a.is_dense) return false;
        return a.begin < b.end && b.begin < a.end;
    }

    std::span<const ByteRange> buffers_;
    std::vector<bool> needed_;
    std::size_t found_ = 0;  ///< how many are needed
    State state_;
    Exits exits_;
    State returned_;
};

}  // namespace

std::vector<bool> barriers_of(const Events& events, std::span<const ByteRange> buffers, std::size_t moments) {
    Walk walk(buffers, moments);
    walk.all(events);
    return std::move(walk).needed();
}

}  // namespace phobos::emit
