// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "interp/exec/access.h"
#include "interp/exec/effects.h"
#include "interp/exec/planner.h"
#include "interp/exec/race_watch.h"
#include "interp/exec/teller.h"
#include "interp/meaning/arithmetic.h"
#include "interp/value/scalar.h"
#include "lang/base/assert.h"

// Elements and runs of tensors and tiles: docs/spec/06-subscripts-and-runs.md; atomics: 09-collectives.md.
namespace phobos::interp {

namespace {

using namespace program;

/// run-7: any byte but 0 is a true bool.
void normalise_bools(std::byte* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) values[i] = values[i] != std::byte{0} ? std::byte{1} : std::byte{0};
}

template <Watch watch>
const std::byte* load_one(const Node& node, Cta& cta, std::byte* out) {
    const Target& target = node.target;
    const BufferView& view = view_of(target, cta);
    const std::int64_t* const at = positions(target, cta, subscript_values(target, cta));
    if constexpr (watch == Watch::events) observe_access(target, cta, at, observe::AccessKind::load);
    check_written(target, cta, at);
    if constexpr (watch != Watch::nothing) watch_reads(target, cta, at);
    const std::byte* const element = view.data + *at * bytes(node.type);
    if (node.type != ScalarType::boolean) return element;
    *out = *element != std::byte{0} ? std::byte{1} : std::byte{0};
    return out;
}

const std::byte* load_scattered(const Node& node, Cta& cta, std::byte* out, const std::int64_t* at) {
    const BufferView& view = view_of(node.target, cta);
    const Geometry& geometry = cta.geometry();
    if (node.level == Level::varying) {
        const auto threads = static_cast<std::size_t>(geometry.threads);
        if (cta.everyone())
            node.moves.gather(view.data, at, out, threads);
        else
            node.moves.gather_masked(cta.mask->bytes(), view.data, at, out, threads);
    } else {
        const auto size = static_cast<std::size_t>(bytes(node.type));
        for (int warp = 0; warp < geometry.warps; ++warp)
            if (cta.mask->any(warp, geometry))
                std::memcpy(out + static_cast<std::size_t>(warp) * size, view.data + at[warp] * bytes(node.type), size);
    }
    if (node.type == ScalarType::boolean) normalise_bools(out, node.count);
    return out;
}

/// One copy a warp; false where the lanes are not all inside, which the general way reports.
bool load_warp_lines(const Node& node, Cta& cta, std::byte* out, const SubscriptValues& subscripts) {
    const Target& target = node.target;
    const BufferView& view = view_of(target, cta);
    const Geometry& geometry = cta.geometry();
    const std::size_t last_axis = target.subscripts.size() - 1;
    const auto size = static_cast<std::size_t>(bytes(node.type));
    const auto line_bytes = static_cast<std::size_t>(geometry.lanes) * size;
    Ahead ahead;
    for (int warp = 0; warp < geometry.warps; ++warp) {
        const auto thread = static_cast<std::size_t>(warp * geometry.lanes);
        std::int64_t base = 0;
        for (std::size_t axis = 0; axis < last_axis; ++axis) {
            const Node& each = *target.subscripts[axis];
            const std::size_t element = each.level == Level::uniform ? 0 : static_cast<std::size_t>(warp);
            const std::int64_t index = read_integer(each, subscripts[axis], element);
            if (index < 0 || index >= view.extents[axis]) return false;
            base = base * view.extents[axis] + index;
        }
        const Node& last = *target.subscripts[last_axis];
        const std::int64_t from = read_integer(last, subscripts[last_axis], thread);
        if (from < 0 || from + geometry.lanes > view.extents[last_axis]) return false;
        const std::int64_t first = base * view.extents[last_axis] + from;
        if (warp == 0) ahead = look_ahead(cta.streams[target.stream], first);
        const std::byte* const line = view.data + static_cast<std::size_t>(first) * size;
        prefetch<Purpose::read>(line, line_bytes, ahead, size);
        std::memcpy(out + static_cast<std::size_t>(warp) * line_bytes, line, line_bytes);
    }
    return true;
}

template <Watch watch>
const std::byte* load_lanes(const Node& node, Cta& cta, std::byte* out) {
    const Target& target = node.target;
    const BufferView& view = view_of(target, cta);
    const SubscriptValues subscripts = subscript_values(target, cta);
    if (watch != Watch::events && view.unwritten == nullptr && node.type != ScalarType::boolean) {
        if (target.pattern == Pattern::contiguous) {
            if (const auto first = contiguous_position(target, cta, subscripts)) {
                if constexpr (watch == Watch::races) watch_reads_of_line(target, cta, *first);
                const std::byte* const line = view.data + *first * bytes(node.type);
                const auto threads = static_cast<std::size_t>(cta.geometry().threads);
                const auto size = static_cast<std::size_t>(bytes(node.type));
                prefetch<Purpose::read>(line, threads * size, look_ahead(cta.streams[target.stream], *first), size);
                if (cta.everyone()) return line;
                node.moves.copy_masked(cta.mask->bytes(), line, out, threads);
                return out;
            }
        } else if (watch == Watch::nothing && target.pattern == Pattern::warp_contiguous && cta.everyone()) {
            if (load_warp_lines(node, cta, out, subscripts)) return out;
        }
    }
    const std::int64_t* const at = positions(target, cta, subscripts);
    if constexpr (watch == Watch::events) observe_access(target, cta, at, observe::AccessKind::load);
    check_written(target, cta, at);
    if constexpr (watch != Watch::nothing) watch_reads(target, cta, at);
    return load_scattered(node, cta, out, at);
}

template <Watch watch>
const std::byte* load_run(const Node& node, Cta& cta, std::byte* out) {
    const Target& target = node.target;
    const BufferView& view = view_of(target, cta);
    const Geometry& geometry = cta.geometry();
    const std::int64_t* const at = positions(target, cta, subscript_values(target, cta));
    if constexpr (watch == Watch::events) observe_access(target, cta, at, observe::AccessKind::load);
    check_written(target, cta, at);
    if constexpr (watch != Watch::nothing) watch_reads(target, cta, at);
    const std::size_t size = static_cast<std::size_t>(node.run) * static_cast<std::size_t>(bytes(node.type));
    const std::size_t lanes = node.count / static_cast<std::size_t>(node.run);
    const int threads_each = geometry.threads / static_cast<int>(lanes);
    for (std::size_t i = 0; i < lanes; ++i) {
        const int thread = static_cast<int>(i) * threads_each;
        const bool takes_part =
            node.level == Level::uniform ||
            (node.level == Level::varying ? cta.mask->has(thread) : cta.mask->any(static_cast<int>(i), geometry));
        if (takes_part) std::memcpy(out + i * size, view.data + at[i] * bytes(node.type), size);
    }
    if (node.type == ScalarType::boolean) normalise_bools(out, node.count);
    return out;
}

const std::byte* run_sum(const Node& node, Cta& cta, std::byte* out) {
    const Node& run = *node.operands[0];
    node.run_sum(value_of(run, cta), out, node.count, static_cast<std::size_t>(run.run));
    return out;
}

/// sum(i32(A[..]) * i32(B[..])) over bytes
template <Watch watch>
const std::byte* byte_dot(const Node& node, Cta& cta, std::byte* out) {
    const Target& a = node.operands[0]->target;
    const Target& b = node.operands[1]->target;
    const std::int64_t* const a_at = positions(a, cta, subscript_values(a, cta));
    if constexpr (watch == Watch::events) observe_access(a, cta, a_at, observe::AccessKind::load);
    check_written(a, cta, a_at);
    if constexpr (watch != Watch::nothing) watch_reads(a, cta, a_at);
    const std::int64_t* const b_at = positions(b, cta, subscript_values(b, cta));
    if constexpr (watch == Watch::events) observe_access(b, cta, b_at, observe::AccessKind::load);
    check_written(b, cta, b_at);
    if constexpr (watch != Watch::nothing) watch_reads(b, cta, b_at);
    node.byte_dot(cta.mask->bytes(), view_of(a, cta).data, a_at, view_of(b, cta).data, b_at, out, node.count,
                  static_cast<std::size_t>(a.run));
    return out;
}

/// run-24: traps where the index of elem or word is outside
void judge_index(const Node& node, Cta& cta, const Node& index, const std::byte* value) {
    if (!node.outside(value, node.end, index.count)) return;
    const auto outside = [&](std::size_t element) {
        const std::int64_t each = read_integer(index, value, element);
        return each < 0 || each >= node.end;
    };
    const auto lanes = find_faulty(cta, index.level, outside);
    if (!lanes) return;
    const std::int64_t each = read_integer(index, value, element_of(index.level, lanes->first_thread, cta.geometry()));
    const bool is_word = std::holds_alternative<RunWord>(node.source->node);
    trap(cta, node.target.site, *lanes,
         engine::outside_run(is_word ? engine::RunPart::word : engine::RunPart::element, each, node.end));
}

/// elem(run, index) and word(run, index)
const std::byte* run_part(const Node& node, Cta& cta, std::byte* out) {
    const Node& run = *node.operands[0];
    const Node& index = *node.operands[1];
    const std::byte* const elements = value_of(run, cta);
    const std::byte* const chosen = value_of(index, cta);
    judge_index(node, cta, index, chosen);
    const auto size = static_cast<std::size_t>(bytes(node.type));
    const std::size_t stride = static_cast<std::size_t>(run.run) * static_cast<std::size_t>(bytes(run.type));
    for (std::size_t i = 0; i < node.count; ++i) {
        const std::int64_t each = read_integer(index, chosen, index.count == 1 ? 0 : i);
        if (each < 0 || each >= node.end) continue;  // of a thread that takes no part
        std::memcpy(out + i * size,
                    elements + (run.level == Level::uniform ? 0 : i * stride) + static_cast<std::size_t>(each) * size,
                    size);
    }
    return out;
}

// --- stores ---

void observe_store(const Target& target, Cta& cta, const std::int64_t* at, const std::byte* value,
                   Execution execution) {
    const int each = target.run * bytes(target.element);
    observe_access(target, cta, at, observe::AccessKind::store, {value, target.level, static_cast<std::size_t>(each)},
                   execution);
}

void scatter(const Target& target, const Node& value_node, const std::byte* value, Cta& cta, const std::int64_t* at) {
    const BufferView& view = view_of(target, cta);
    const Geometry& geometry = cta.geometry();
    if (target.level == Level::varying) {
        target.moves.scatter(cta.mask->bytes(), value, at, view.data, static_cast<std::size_t>(geometry.threads));
    } else {
        const auto size = static_cast<std::size_t>(bytes(target.element));
        const int count = target.level == Level::uniform ? 1 : geometry.warps;
        for (int i = 0; i < count; ++i)
            if (target.level == Level::uniform || cta.mask->any(i, geometry))
                std::memcpy(view.data + at[i] * bytes(target.element),
                            value + (value_node.count == 1 ? 0 : static_cast<std::size_t>(i) * size), size);
    }
    mark_written(target, cta, at);
}

template <Watch watch>
void store(const Step& step, Cta& cta) {
    const Target& target = step.target;
    const Node& node = *step.operands[0];
    const std::byte* const value = value_of(node, cta);
    const SubscriptValues subscripts = subscript_values(target, cta);
    const BufferView& view = view_of(target, cta);
    const bool by_line = watch != Watch::events && target.pattern == Pattern::contiguous &&
                         (view.unwritten == nullptr || !target.shared);
    const auto first = by_line ? contiguous_position(target, cta, subscripts) : std::nullopt;
    if (first) {
        if constexpr (watch == Watch::races) watch_writes_of_line(target, cta, *first, value);
        std::byte* const line = view.data + *first * bytes(target.element);
        const auto threads = static_cast<std::size_t>(cta.geometry().threads);
        if (cta.everyone())
            std::memmove(line, value, threads * static_cast<std::size_t>(bytes(target.element)));
        else
            target.moves.copy_masked(cta.mask->bytes(), value, line, threads);
        if (view.unwritten != nullptr && cta.everyone())
            std::memset(view.unwritten + *first, 0, threads);
        else if (view.unwritten != nullptr)
            meaning::clear(cta.mask->bytes(), view.unwritten + *first, threads);
        return;
    }
    const std::int64_t* const at = positions(target, cta, subscripts);
    if constexpr (watch == Watch::events) observe_store(target, cta, at, value, Execution::next);
    if constexpr (watch != Watch::nothing) watch_writes(target, cta, at, {value, node.level});
    scatter(target, node, value, cta, at);
}

/// Lane for lane straight into the line of memory, when every thread takes part and is inside. The subscripts cannot
/// tell when they are evaluated, and the value's operands do not lie in the line.
void store_in_line(const Step& step, Cta& cta) {
    const Target& target = step.target;
    const Node& node = *step.operands[0];
    const BufferView& view = view_of(target, cta);
    const bool by_line = cta.everyone() && (view.unwritten == nullptr || !target.shared);
    const auto first = by_line ? contiguous_position(target, cta, subscript_values(target, cta)) : std::nullopt;
    if (!first) {
        store<Watch::nothing>(step, cta);
        return;
    }
    const auto threads = static_cast<std::size_t>(cta.geometry().threads);
    std::byte* const line = view.data + *first * bytes(target.element);
    const auto size = static_cast<std::size_t>(bytes(target.element));
    const std::size_t line_bytes = threads * size;
    prefetch<Purpose::write>(line, line_bytes, look_ahead(cta.streams[target.stream], *first), size);
    const std::byte* const value = node.evaluate(node, cta, line);
    if (value != line) std::memmove(line, value, line_bytes);
    if (view.unwritten != nullptr) std::memset(view.unwritten + *first, 0, threads);
}

/// stmt: the value, the subscripts, then the element is read, then it is written
template <Watch watch>
void store_compound(const Step& step, Cta& cta) {
    const Target& target = step.target;
    const Node& old = *step.operands[1];
    const Node& result = *step.operands[2];
    value_of(*step.operands[0], cta);
    const std::int64_t* const at = positions(target, cta, subscript_values(target, cta));
    if constexpr (watch == Watch::events) observe_access(target, cta, at, observe::AccessKind::load);
    check_written(target, cta, at);
    if constexpr (watch != Watch::nothing) watch_reads(target, cta, at);
    load_scattered(old, cta, cta.frame + old.slot, at);
    const std::byte* const value = value_of(result, cta);
    if constexpr (watch == Watch::events) observe_store(target, cta, at, value, Execution::same);
    if constexpr (watch != Watch::nothing) watch_writes(target, cta, at, {value, result.level}, Execution::same);
    scatter(target, result, value, cta, at);
}

/// What an earlier node has left in its room.
const std::byte* left_value(const Node& node, Cta& cta, std::byte*) { return cta.frame + node.variable.offset; }

/// run-29: the value is complete and every run judged before the first element is written
template <Watch watch>
void store_run(const Step& step, Cta& cta) {
    const Target& target = step.target;
    const Node& node = *step.operands[0];
    const SubscriptValues subscripts = subscript_values(target, cta);
    const std::byte* const value = value_of(node, cta);
    const std::int64_t* const at = positions(target, cta, subscripts);
    if constexpr (watch == Watch::events) observe_store(target, cta, at, value, Execution::next);
    if constexpr (watch != Watch::nothing) watch_writes(target, cta, at, {value, target.level});
    const BufferView& view = view_of(target, cta);
    const std::size_t size = static_cast<std::size_t>(target.run) * static_cast<std::size_t>(bytes(target.element));
    const Geometry& geometry = cta.geometry();
    for (int thread = 0; thread < geometry.threads; ++thread) {
        if (!cta.mask->has(thread)) continue;
        const std::size_t element = element_of(target.level, thread, geometry);
        std::memcpy(view.data + at[element] * bytes(target.element), value + element * size, size);
    }
    mark_written(target, cta, at);
}

// --- atomics ---

template <class T>
T atomic_result(AtomicOperator op, T old, T operand, T expected) {
    using namespace meaning;
    switch (op) {
        case AtomicOperator::add: return Add::apply(old, operand);
        case AtomicOperator::minimum: return Minimum::apply(old, operand);
        case AtomicOperator::maximum: return Maximum::apply(old, operand);
        case AtomicOperator::exchange: return operand;
        case AtomicOperator::compare_exchange: return old == expected ? operand : old;
        case AtomicOperator::bit_and:
            if constexpr (std::integral<T>) return old & operand;
            return old;
        case AtomicOperator::bit_or:
            if constexpr (std::integral<T>) return old | operand;
            return old;
        case AtomicOperator::bit_xor:
            if constexpr (std::integral<T>) return old ^ operand;
            return old;
    }
    return old;
}

/// coll: thread after thread, ascending, within one execution
template <Watch watch>
const std::byte* atomic(const Node& node, Cta& cta, std::byte* out) {
    const Target& target = node.target;
    const auto& source = std::get<Atomic>(node.source->node);
    const SubscriptValues subscripts = subscript_values(target, cta);
    const std::byte* const expected = source.expected ? value_of(*node.operands[1], cta) : nullptr;
    const std::byte* const operand = value_of(*node.operands[0], cta);
    const std::int64_t* const at = positions(target, cta, subscripts);
    check_written(target, cta, at);
    if constexpr (watch != Watch::nothing) watch_atomics(target, cta, at);
    const BufferView& view = view_of(target, cta);
    const Geometry& geometry = cta.geometry();
    with_host_type(node.type, [&]<class T>() {
        if constexpr (std::integral<T> || std::is_same_v<T, float>) {
            for (int thread = 0; thread < geometry.threads; ++thread) {
                if (!cta.mask->has(thread)) continue;
                const auto lane = static_cast<std::size_t>(thread);
                T old;
                T given;
                T wanted{};
                std::byte* const element = view.data + at[lane] * static_cast<std::int64_t>(sizeof(T));
                std::memcpy(&old, element, sizeof(T));
                std::memcpy(&given, operand + lane * sizeof(T), sizeof(T));
                if (expected != nullptr) std::memcpy(&wanted, expected + lane * sizeof(T), sizeof(T));
                const T result = atomic_result(source.op, old, given, wanted);
                std::memcpy(element, &result, sizeof(T));
                std::memcpy(out + lane * sizeof(T), &old, sizeof(T));
            }
        }
    });
    if constexpr (watch == Watch::events)
        observe_access(target, cta, at, observe::AccessKind::atomic,
                       {out, Level::varying, static_cast<std::size_t>(bytes(node.type))}, Execution::next);
    return out;
}

/// Whether lane follows lane, by the facts about the last subscript.
Pattern pattern_of(const std::vector<Expression>& subscripts, const CheckedProgram& checked, int run) {
    if (run > 1) return Pattern::scattered;
    const Expression& last = subscripts.back();
    const auto& affine = checked.facts().expressions[last.id.index].affine;
    Level others = Level::uniform;
    for (std::size_t axis = 0; axis + 1 < subscripts.size(); ++axis)
        others = join(others, checked.level(subscripts[axis]));
    if (!affine || affine->lane != 1 || others == Level::varying) return Pattern::scattered;
    return affine->warp == checked.program().lanes && others == Level::uniform ? Pattern::contiguous
                                                                               : Pattern::warp_contiguous;
}

bool same_buffer(const Target& a, const Target& b) { return a.shared == b.shared && a.index == b.index; }

}  // namespace

void Planner::name_buffer(Target& target, const Buffer& buffer) const {
    target.shared = std::holds_alternative<TileId>(buffer);
    if (target.shared) {
        target.index = std::get<TileId>(buffer).index;
        target.element = program_.tiles[target.index].element;
    } else {
        target.index = std::get<TensorId>(buffer).index;
        target.element = program_.tensors[target.index].element;
    }
}

Target Planner::target(const Buffer& buffer, const std::vector<Expression>& subscripts, SiteId site, Level level,
                       int run, Use use) {
    Target target;
    name_buffer(target, buffer);
    target.run = run;
    target.site = site;
    target.moves = meaning::move_loops(isa_, bytes(target.element));
    target.level = level;
    for (const Expression& subscript : subscripts) target.level = join(target.level, checked_.level(subscript));
    if (target.level == Level::varying) target.pattern = pattern_of(subscripts, checked_, run);
    if (target.pattern != Pattern::scattered) target.stream = plan_.streams++;
    target.offsets = take(lanes_of(target.level) * sizeof(std::int64_t));
    for (std::size_t axis = 0; axis < subscripts.size(); ++axis) {
        Node* node = operand(subscripts[axis], std::span(subscripts).subspan(axis + 1));
        if (use == Use::written && node->borrows) node = own(node);
        target.by_warp = target.by_warp || node->level == Level::warp_uniform;
        target.axes.push_back(meaning::axis_loop(isa_, node->type));
        target.subscripts.push_back(node);
    }
    const auto is_varying = [](const Node* node) { return node->level == Level::varying; };
    if (std::ranges::count_if(target.subscripts, is_varying) == 1) {
        const auto found = std::ranges::find_if(target.subscripts, is_varying);
        target.varying_axis = static_cast<std::size_t>(found - target.subscripts.begin());
        target.stride = meaning::stride_loop(isa_, (*found)->type);
    }
    return target;
}

void Planner::build(Node& node, const Load& source) {
    node.target = target(source.buffer, source.subscripts, source.site, Level::uniform, 1, Use::read);
    node.borrows = true;
    if (node.level == Level::uniform)
        node.evaluate =
            by_watch(watch_of(node.target), load_one<Watch::nothing>, load_one<Watch::races>, load_one<Watch::events>);
    else
        node.evaluate = by_watch(watch_of(node.target), load_lanes<Watch::nothing>, load_lanes<Watch::races>,
                                 load_lanes<Watch::events>);
}

void Planner::build(Node& node, const RunLoad& source) {
    node.target = target(source.buffer, source.subscripts, source.site, Level::uniform, node.run, Use::read);
    node.evaluate =
        by_watch(watch_of(node.target), load_run<Watch::nothing>, load_run<Watch::races>, load_run<Watch::events>);
}

bool Planner::build_byte_dot(Node& node, const RunSum& source) {
    const auto* product = std::get_if<Binary>(&source.run->node);
    if (product == nullptr || product->op != BinaryOperator::multiply || node.type != ScalarType::i32) return false;
    const auto bytes_of = [](const Expression& side) -> const Expression* {
        const auto* widened = std::get_if<Convert>(&side.node);
        if (widened == nullptr || !std::holds_alternative<RunLoad>(widened->operand->node)) return nullptr;
        const ScalarType element = widened->operand->type.element;
        return element == ScalarType::i8 || element == ScalarType::u8 ? &*widened->operand : nullptr;
    };
    const Expression* const a = bytes_of(*product->left);
    const Expression* const b = bytes_of(*product->right);
    if (a == nullptr || b == nullptr) return false;
    for (const Expression* side : {a, b})
        if (any_has_effects(std::get<RunLoad>(side->node).subscripts)) return false;
    for (const Expression* side : {a, b}) {
        const auto& load = std::get<RunLoad>(side->node);
        Node& run = plan_.nodes.emplace_back();
        run.source = side;
        run.target = target(load.buffer, load.subscripts, load.site, node.level, side->type.elements, Use::read);
        node.operands.push_back(&run);
    }
    node.byte_dot = meaning::byte_dot_loop(isa_, a->type.element, b->type.element);
    const Watch watch = std::max(watch_of(node.operands[0]->target), watch_of(node.operands[1]->target));
    node.evaluate = by_watch(watch, byte_dot<Watch::nothing>, byte_dot<Watch::races>, byte_dot<Watch::events>);
    return true;
}

void Planner::build(Node& node, const RunSum& source) {
    if (node.level == Level::varying && build_byte_dot(node, source)) return;
    node.operands = {expression(*source.run)};
    node.run_sum = meaning::run_sum_loop(isa_, node.type);
    node.evaluate = run_sum;
}

void Planner::build_run_part(Node& node, const Expression& run_source, const Expression& index_source, SiteId site) {
    Node* run = operand(run_source, {&index_source, 1});
    if (run->level != Level::uniform) run = widen(run, node.level, run->run);
    Node* index = expression(index_source);
    if (index->level != Level::uniform) index = widen(index, node.level, 1);
    node.operands = {run, index};
    node.outside = meaning::outside_loop(isa_, index->type);
    node.end = run->run * bytes(run->type) / bytes(node.type);
    node.target.site = site;
    node.evaluate = run_part;
}

void Planner::build(Node& node, const RunElement& source) {
    build_run_part(node, *source.run, *source.index, source.site);
}

void Planner::build(Node& node, const RunWord& source) {
    build_run_part(node, *source.run, *source.index, source.site);
}

void Planner::build(Node& node, const Atomic& source) {
    plan_.ordered = true;
    node.target = target(source.buffer, source.subscripts, source.site, Level::varying, 1, Use::written);
    Node* expected = nullptr;
    if (source.expected) expected = own(widen(expression(**source.expected), Level::varying, 1));
    Node* const operand = own(widen(expression(*source.operand), Level::varying, 1));
    node.operands = {operand, expected};
    node.evaluate =
        by_watch(watch_of(node.target), atomic<Watch::nothing>, atomic<Watch::races>, atomic<Watch::events>);
}

/// The value of a store, which is evaluated first and outlasts the subscripts, and does not lie where it is written.
Node* Planner::stored(const Store& source, Level level) {
    Node* const value = expression(source.value);
    Target written;
    name_buffer(written, source.buffer);
    const bool overlaps = value->borrows && (value->target.subscripts.empty() || same_buffer(value->target, written));
    const bool kept = overlaps || source.op || any_has_effects(source.subscripts);
    return widen(kept ? own(value) : value, level, 1);
}

void Planner::build(Step& step, const Store& source) {
    Level level = checked_.level(source.value);
    for (const Expression& subscript : source.subscripts) level = join(level, checked_.level(subscript));
    Node* value = stored(source, level);
    if (source.op) value = own(value);
    step.target = target(source.buffer, source.subscripts, source.site, level, 1, Use::written);
    if (!source.op) {
        const bool in_line = value->elementwise && value->level == Level::varying && !value->borrows &&
                             step.target.pattern == Pattern::contiguous && !touches(source.value, source.buffer) &&
                             std::ranges::all_of(source.subscripts, is_total);
        step.operands = {value};
        const ExecuteStep alone = in_line ? store_in_line : store<Watch::nothing>;
        step.execute =
            by_watch(watch_of(step.target), alone, ExecuteStep(store<Watch::races>), ExecuteStep(store<Watch::events>));
        return;
    }
    Node& old = add(step.target.element, step.target.level, 1);
    old.target = step.target;
    Node& before = add(step.target.element, step.target.level, 1);
    before.variable.offset = old.slot;
    before.evaluate = left_value;
    Node* given = &add(value->type, value->level, 1);
    given->variable.offset = value->slot;
    given->evaluate = left_value;
    Node& result = add(step.target.element, step.target.level, 1);
    apply(result, &before, given, {*source.op, source.value, source.site});
    step.operands = {value, &old, &result};
    step.execute = by_watch(watch_of(step.target), store_compound<Watch::nothing>, store_compound<Watch::races>,
                            store_compound<Watch::events>);
}

void Planner::build(Step& step, const RunStore& source) {
    const Level value_level = checked_.level(source.value);
    step.target = target(source.buffer, source.subscripts, source.site, value_level, source.elements, Use::written);
    Node* const value = widen(expression(source.value), step.target.level, source.elements);
    step.operands = {value->borrows ? own(value) : value};
    step.execute =
        by_watch(watch_of(step.target), store_run<Watch::nothing>, store_run<Watch::races>, store_run<Watch::events>);
}

}  // namespace phobos::interp
