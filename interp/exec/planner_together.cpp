// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <limits>

#include "interp/exec/evaluate.h"
#include "interp/exec/planner.h"
#include "interp/exec/race_watch.h"
#include "interp/exec/teller.h"
#include "interp/meaning/arithmetic.h"
#include "interp/value/scalar.h"

// What threads do together: docs/spec/09-collectives.md. The checker has made sure that no lane of a warp, or no thread
// of the CTA, is missing.
namespace phobos::interp {

namespace {

using namespace program;

template <class T>
T one_step(CollectiveOperator op, T a, T b) {
    using namespace meaning;
    switch (op) {
        case CollectiveOperator::sum:
            if constexpr (!std::is_same_v<T, Bool>) return Add::apply(a, b);
            break;
        case CollectiveOperator::prod:
            if constexpr (!std::is_same_v<T, Bool>) return Multiply::apply(a, b);
            break;
        case CollectiveOperator::minimum:
            if constexpr (!std::is_same_v<T, Bool>) return Minimum::apply(a, b);
            break;
        case CollectiveOperator::maximum:
            if constexpr (!std::is_same_v<T, Bool>) return Maximum::apply(a, b);
            break;
        case CollectiveOperator::bit_and:
        case CollectiveOperator::all:
            if constexpr (!is_host_float<T>) return BitAnd::apply(a, b);
            break;
        case CollectiveOperator::bit_or:
        case CollectiveOperator::any:
            if constexpr (!is_host_float<T>) return BitOr::apply(a, b);
            break;
        case CollectiveOperator::bit_xor:
            if constexpr (!is_host_float<T>) return BitXor::apply(a, b);
            break;
    }
    return a;
}

/// coll-7: what pads the warps' results to a power of two
template <class T>
T identity(CollectiveOperator op) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, Bool>) {
        return {static_cast<std::uint8_t>(op == CollectiveOperator::bit_and || op == CollectiveOperator::all ? 1 : 0)};
    } else if constexpr (is_host_float<T>) {
        if (op == CollectiveOperator::sum) return meaning::convert<T>(-0.0F);
        if (op == CollectiveOperator::prod) return meaning::convert<T>(1.0F);
        return meaning::convert<T>(std::numeric_limits<float>::quiet_NaN());
    } else {
        if (op == CollectiveOperator::prod) return 1;
        if (op == CollectiveOperator::minimum) return Limits::max();
        if (op == CollectiveOperator::maximum) return Limits::min();
        return op == CollectiveOperator::bit_and ? static_cast<T>(~T{0}) : T{0};
    }
}

/// coll-5: the butterfly over a power of two. Each step gives both partners the same bits, so the lower half tells all.
template <class T>
T butterfly(CollectiveOperator op, T* values, int count) {
    for (int offset = count / 2; offset > 0; offset /= 2)
        for (int i = 0; i < offset; ++i) values[i] = one_step(op, values[i], values[i + offset]);
    return values[0];
}

template <class T>
void warp_results(const Node& node, CollectiveOperator op, const std::byte* value, Cta& cta, T* out,
                  std::size_t warps) {
    const auto lanes = static_cast<std::size_t>(cta.geometry().lanes);
    const T* const x = reinterpret_cast<const T*>(value);
    std::array<T, 64> warp;
    for (std::size_t i = 0; i < warps; ++i) {
        if (node.level == Level::varying)
            std::copy_n(x + i * lanes, lanes, warp.begin());
        else
            std::fill_n(warp.begin(), lanes, x[node.level == Level::uniform ? 0 : i]);
        out[i] = butterfly(op, warp.data(), static_cast<int>(lanes));
    }
}

template <Watch watch>
const std::byte* collective(const Node& node, Cta& cta, std::byte* out) {
    const auto& source = std::get<Collective>(node.source->node);
    const Node& operand = *node.operands[0];
    const std::byte* const value = value_of(operand, cta);
    if constexpr (watch == Watch::events) observe_meeting(cta, source.site, SiteKind::collective, source.scope);
    if constexpr (watch != Watch::nothing)
        if (source.scope == Scope::threads) watch_barrier(cta);
    with_host_type(node.type, [&]<class T>() {
        if (source.scope == Scope::lanes) {
            warp_results(operand, source.op, value, cta, reinterpret_cast<T*>(out), node.count);
            return;
        }
        std::array<T, limits::threads / 32> warps;
        const auto count = static_cast<std::size_t>(cta.geometry().warps);
        warp_results(operand, source.op, value, cta, warps.data(), count);
        const std::size_t padded = std::bit_ceil(count);
        std::fill(warps.begin() + static_cast<std::ptrdiff_t>(count),
                  warps.begin() + static_cast<std::ptrdiff_t>(padded), identity<T>(source.op));
        *reinterpret_cast<T*>(out) = butterfly(source.op, warps.data(), static_cast<int>(padded));
    });
    return out;
}

/// coll: the lane a thread takes its value from; its own where the distance leads outside the warp
int source_lane(ShuffleKind kind, int lane, std::int64_t selector, int lanes) {
    switch (kind) {
        case ShuffleKind::lane: return static_cast<int>(selector & (lanes - 1));
        case ShuffleKind::exclusive_or: return static_cast<int>((lane ^ selector) & (lanes - 1));
        case ShuffleKind::up:
            return selector > lane || selector <= lane - lanes ? lane : static_cast<int>(lane - selector);
        case ShuffleKind::down:
            return selector >= lanes - lane || selector < -lane ? lane : static_cast<int>(lane + selector);
    }
    return lane;
}

template <bool observed>
const std::byte* shuffle(const Node& node, Cta& cta, std::byte* out) {
    const auto& source = std::get<Shuffle>(node.source->node);
    const Geometry& geometry = cta.geometry();
    const Node& value_node = *node.operands[0];
    const Node& selector_node = *node.operands[1];
    const std::byte* const value = value_of(value_node, cta);
    const std::byte* const selector = value_of(selector_node, cta);
    if constexpr (observed) observe_meeting(cta, source.site, SiteKind::shuffle, Scope::lanes);
    const auto size = static_cast<std::size_t>(bytes(node.type));
    if (value_node.level != Level::varying) {  // level-18: the same in every lane of the warp
        std::memcpy(out, value, node.count * size);
        return out;
    }
    const int step = node.level == Level::varying ? 1 : geometry.lanes;
    std::byte* to = out;
    for (int thread = 0; thread < geometry.threads; thread += step, to += size) {
        const int lane = thread % geometry.lanes;
        const std::int64_t each =
            read_integer(selector_node, selector, element_of(selector_node.level, thread, geometry));
        const int from = thread - lane + source_lane(source.kind, lane, each, geometry.lanes);
        std::memcpy(to, value + static_cast<std::size_t>(from) * size, size);
    }
    return out;
}

template <bool observed>
const std::byte* ballot(const Node& node, Cta& cta, std::byte* out) {
    const Geometry& geometry = cta.geometry();
    const Node& predicate = *node.operands[0];
    const auto* const value = reinterpret_cast<const std::uint8_t*>(value_of(predicate, cta));
    if constexpr (observed)
        observe_meeting(cta, std::get<Ballot>(node.source->node).site, SiteKind::shuffle, Scope::lanes);
    const std::uint64_t full = ~std::uint64_t{0} >> (64 - geometry.lanes);
    for (std::size_t i = 0; i < node.count; ++i) {
        const std::uint64_t bits_of_warp =
            predicate.level == Level::varying
                ? Mask::bits_of_bytes(value + i * static_cast<std::size_t>(geometry.lanes), geometry.lanes)
            : value[i] != 0 ? full
                            : 0;
        std::memcpy(out + i * sizeof bits_of_warp, &bits_of_warp, sizeof bits_of_warp);
    }
    return out;
}

/// exec: in lockstep everything before a barrier has been done when it is reached
void nothing(const Step&, Cta&) {}

void watched_barrier(const Step&, Cta& cta) { watch_barrier(cta); }
void watched_warp_barrier(const Step&, Cta& cta) { watch_warp_barrier(cta); }

template <class Source, SiteKind kind>
void observed_barrier(const Step& step, Cta& cta) {
    kind == SiteKind::warp_barrier ? watch_warp_barrier(cta) : watch_barrier(cta);
    constexpr Scope scope = kind == SiteKind::warp_barrier ? Scope::lanes : Scope::threads;
    observe_meeting(cta, std::get<Source>(step.source->node).site, kind, scope);
}

}  // namespace

void Planner::build(Node& node, const Collective& source) {
    node.operands = {expression(*source.operand)};
    node.evaluate =
        by_watch(watch_of_barrier(), collective<Watch::nothing>, collective<Watch::races>, collective<Watch::events>);
}

void Planner::build(Node& node, const Shuffle& source) {
    Node* const value = operand(*source.value, {&*source.selector, 1});
    node.operands = {value, expression(*source.selector)};
    node.evaluate = observed_ ? shuffle<true> : shuffle<false>;
}

void Planner::build(Node& node, const Ballot& source) {
    node.operands = {expression(*source.predicate)};
    node.evaluate = observed_ ? ballot<true> : ballot<false>;
}

void Planner::build(Step& step, const Barrier&) {
    step.execute = by_watch(watch_of_barrier(), nothing, watched_barrier, observed_barrier<Barrier, SiteKind::barrier>);
}

void Planner::build(Step& step, const WarpBarrier&) {
    step.execute = by_watch(watch_of_barrier(), nothing, watched_warp_barrier,
                            observed_barrier<WarpBarrier, SiteKind::warp_barrier>);
}

void Planner::build(Step& step, const GridBarrier&) { step.execute = nothing; }

}  // namespace phobos::interp
