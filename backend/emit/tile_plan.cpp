// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_plan.h"

#include <algorithm>
#include <utility>

#include "backend/emit/tile_planner.h"
#include "backend/prelude/tile_dot_layout.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

// Statements and scalar expressions: where tile operations stand among what threads do for themselves.
namespace phobos::emit {

namespace {

using namespace program;

enum class Loops : std::uint8_t { around, inside };

/// Whether a thread may leave what is around the statement from in it.
bool holds_jump(const Statement& statement, Loops loops = Loops::around) {
    if (std::holds_alternative<Return>(statement.node)) return true;
    const bool is_of_loop =
        std::holds_alternative<Break>(statement.node) || std::holds_alternative<Continue>(statement.node);
    if (is_of_loop) return loops == Loops::around;
    const bool is_loop = std::holds_alternative<For>(statement.node) || std::holds_alternative<While>(statement.node);
    bool any = false;
    for_each_block(statement, [&](const Block& block) {
        for (const Statement& each : block.statements) any |= holds_jump(each, is_loop ? Loops::inside : loops);
    });
    return any;
}

/// Whether all threads of the block meet in a barrier whenever the expression is evaluated.
bool meets(const Expression& expression) {
    const auto* const collective = std::get_if<Collective>(&expression.node);
    if (collective != nullptr && collective->scope == Scope::threads) return true;
    if (const auto* const logical = std::get_if<Logical>(&expression.node)) return meets(*logical->left);
    bool any = false;
    for_each_child(expression, [&](const Expression& child) { any |= meets(child); });
    return any;
}
bool meets(const Statement& statement) {
    if (std::holds_alternative<Barrier>(statement.node) || std::holds_alternative<GridBarrier>(statement.node))
        return true;
    bool any = false;
    for_each_expression(statement, [&](const Expression& expression) { any |= meets(expression); });
    return any;
}

}  // namespace

TilePlanner::TilePlanner(const Program& program, Checking checking, std::uint64_t most_shared_bytes)
    : program_(program), checking_(checking), most_shared_bytes_(most_shared_bytes), operations_(program) {
    plan_.residents = resident_tiles(program);
    for (const Tile& tile : program.tiles) (void)add_buffer(tile.element, tile.shape);
}

TilePlan TilePlanner::plan() && {
    block(program_.body);
    for (LiveBuffer& live : lives_)
        if (live.first == 0) live.bytes = 0;  // never used
    const TileLayout layout = lay_out(lives_, replacements_);
    std::vector<ByteRange> ranges;
    for (std::size_t i = 0; i < lives_.size(); ++i) {
        plan_.buffers[i].offset = layout.offsets[i];
        const SharedBuffer& buffer = plan_.buffers[i];
        ranges.push_back({layout.offsets[i], layout.offsets[i] + lives_[i].bytes, bytes(buffer.element),
                          buffer.row_stride == buffer.shape.axes().back()});
    }
    plan_.shared_bytes = layout.bytes;
    plan_.barriers = barriers_of(root_, ranges, moments_);
    return std::move(plan_);
}

void TilePlanner::block(const Block& block) {
    const std::span<const Statement> statements = block.statements;
    for (std::size_t i = 0; i < statements.size(); ++i) {
        rests_.push_back(statements.subspan(i + 1));
        statement(statements[i]);
        rests_.pop_back();
    }
}

void TilePlanner::statement(const Statement& statement) {
    if (!operations_.in(statement)) {
        plain(statement);
        jumps_in(statement, Depth::function);
        return;
    }
    std::visit(Overloaded{
                   [&](const DeclareTile& node) { declare(node); },
                   [&](const TileStore& node) { store(node); },
                   [&](const Accumulate& node) { accumulate(node); },
                   [&](const Return& node) { leave(statement, node); },
                   [&](const Evaluate& node) { evaluate(statement, node); },
                   [&](const While& node) { loop(node); },
                   [&](const For& node) {
                       if (!multiplies(statement, node)) scalars(statement);
                   },
                   [&](const program::Assign&) { scalars(statement); },
                   [&](const program::Store&) { scalars(statement); },
                   [&](const program::RunStore&) { scalars(statement); },
                   [&](const program::If&) { scalars(statement); },
                   [&](const program::Break&) { scalars(statement); },
                   [&](const program::Continue&) { scalars(statement); },
                   [&](const program::Barrier&) { scalars(statement); },
                   [&](const program::WarpBarrier&) { scalars(statement); },
                   [&](const program::GridBarrier&) { scalars(statement); },
               },
               statement.node);
}

void TilePlanner::plain(const Statement& statement) {
    std::vector<Access> found;
    for_each_expression(statement, [&](const Expression& each) { collect_accesses(each, operations_, found); });
    for_each_block(statement, [&](const Block& each) { collect_accesses(each, found); });
    collect_stores(statement, found);
    const std::vector<Access> after = accesses_after(statement);
    found.insert(found.end(), after.begin(), after.end());
    const bool has_barrier = meets(statement);
    if (found.empty() && !has_barrier) return;
    plan_.before[&statement] = touch({{}, std::move(found), false, has_barrier});
}

std::vector<Access> TilePlanner::accesses_after(const Statement& statement) const {
    std::vector<Access> found;
    if (!holds_jump(statement)) return found;
    for (const std::span<const Statement> rest : rests_)
        for (const Statement& each : rest) {
            if (operations_.in(each)) return {};
            for_each_expression(each, [&](const Expression& part) { collect_accesses(part, operations_, found); });
            for_each_block(each, [&](const Block& inner) { collect_accesses(inner, found); });
            collect_stores(each, found);
        }
    return found;
}

/// An arm after whose tile operations all threads come to its end; where some may jump away, that is before.
void TilePlanner::arm(const Block& arm, const std::vector<Access>& after) {
    block(arm);
    const auto last = [&](auto&& holds) {
        std::ptrdiff_t found = -1;
        for (std::size_t i = 0; i < arm.statements.size(); ++i)
            if (holds(arm.statements[i])) found = static_cast<std::ptrdiff_t>(i);
        return found;
    };
    const auto last_operation = last([&](const Statement& each) { return operations_.in(each); });
    if (last_operation > last([](const Statement& each) { return holds_jump(each); }))
        plan_.ends[&arm] = touch({{}, after, false, false});
}

/// Any statement without elements of its own, but with tile operations in what it holds.
void TilePlanner::scalars(const Statement& statement) {
    std::vector<Access> found;
    for_each_expression(statement, [&](const Expression& each) { collect_accesses(each, operations_, found); });
    collect_stores(statement, found);
    const std::vector<Access> after = accesses_after(statement);
    std::vector<Access> all = found;
    all.insert(all.end(), after.begin(), after.end());
    plan_.before[&statement] = touch({{}, all, false, meets(statement)});
    for_each_expression(statement, [&](const Expression& each) { calls_in(each, found); });
    if (const auto* const branch = std::get_if<If>(&statement.node)) {
        BranchEvents events;
        events.then = events_of([&] { arm(*branch->then, after); });
        events.otherwise = events_of([&] { arm(*branch->otherwise, after); });
        events_->push_back({std::move(events)});
    }
    if (const auto* const loop = std::get_if<For>(&statement.node)) turns([&] { block(*loop->body); });
}

namespace {

/// The only statement of a loop that adds a product to a tile.
const Accumulate* only_product(const For& loop) {
    if (loop.body->statements.size() != 1) return nullptr;
    return std::get_if<Accumulate>(&loop.body->statements.front().node);
}

/// The bytes of an element of an operand as it is staged.
int staged_bytes_of(const Accumulate& node, ScalarType operand, FragmentPurpose purpose) {
    const auto& dot = std::get<TileFunction>(node.dot.node);
    const bool are_bytes =
        std::ranges::all_of(dot.arguments, [](const Expression& each) { return bytes(each.type.element) == 1; });
    return purpose == FragmentPurpose::tensorcore || are_bytes ? bytes(operand) : bytes(node.dot.type.element);
}

}  // namespace

bool TilePlanner::multiplies(const Statement& statement, const For& loop) {
    const Accumulate* const node = only_product(loop);
    if (node == nullptr || !node->starts.empty() || !std::holds_alternative<TileId>(node->buffer)) return false;
    const auto purpose = plan_.resident(plan_.buffer_of(std::get<TileId>(node->buffer)));
    if (!purpose) return false;
    const auto& dot = std::get<TileFunction>(node->dot.node);
    for (const Expression& operand : dot.arguments) {
        if (!is_staged(operand)) return false;
        const TensorId tensor = std::get<TensorId>(std::get<Slice>(operand.node).buffer);
        if (program_.tensors[tensor.index].written) return false;
    }
    const TileShape& a = dot.arguments[0].type.shape;
    const auto bytes_of = [&](int stages) {
        return ph::loop_bytes(dot.builtin == Builtin::dot ? ph::Product::dot : ph::Product::dot_t, stages,
                              node->shape.extents[0], node->shape.extents[1], a.extents[1],
                              staged_bytes_of(*node, dot.arguments[0].type.element, *purpose),
                              staged_bytes_of(*node, dot.arguments[1].type.element, *purpose),
                              *purpose == FragmentPurpose::tensorcore ? 1 : 0);
    };
    constexpr std::uint64_t worth_three_stages = std::uint64_t{64} << 10;  // beyond, more CTAs at once hide as much
    const auto fits = [&](int stages, std::uint64_t most) {
        return static_cast<std::uint64_t>(bytes_of(stages)) <= most;
    };
    const int stages = fits(3, std::min(worth_three_stages, most_shared_bytes_)) ? 3 : 2;
    if (!fits(stages, most_shared_bytes_)) return false;

    std::vector<Access> found;
    for_each_expression(statement, [&](const Expression& each) { collect_accesses(each, operations_, found); });
    plan_.before[&statement] = touch({{}, found, false, meets(statement)});
    for_each_expression(statement, [&](const Expression& each) { calls_in(each, found); });
    fence();
    const SharedId buffer = add_buffer(ScalarType::u8, {{bytes_of(stages)}, 1});
    const MomentId moment = touch({{}, {{buffer, true}}, true, false});
    plan_.loops.emplace(&loop, ProductLoop{node, buffer, stages, moment});
    return true;
}

void TilePlanner::loop(const While& node) {
    std::vector<Access> found;
    collect_accesses(node.condition, operations_, found);
    turns([&] {
        plan_.conditions[&node] = touch({{}, found, false, meets(node.condition)});
        calls_in(node.condition, found);
        block(*node.body);
    });
}

void TilePlanner::leave(const Statement& statement, const Return& node) {
    if (node.value && node.value->type.form == Form::tile) {
        fence();
        steps_of(*node.value, [&] { into(*node.value, results_.back()); });
    } else {
        scalars(statement);
    }
    events_->push_back({Jump::returns});
}

void TilePlanner::evaluate(const Statement& statement, const Evaluate& node) {
    if (node.expression.type.form != Form::tile) return scalars(statement);
    fence();
    steps_of(node.expression, [&] { into(node.expression, add_buffer(node.expression.type)); });
}

/// `break` and `continue` of this loop and every `return` in a statement without tile operations.
void TilePlanner::jumps_in(const Statement& statement, Depth depth) {
    if (std::holds_alternative<Return>(statement.node)) events_->push_back({Jump::returns});
    if (depth == Depth::function && std::holds_alternative<Break>(statement.node))
        events_->push_back({Jump::leaves_loop});
    if (depth == Depth::function && std::holds_alternative<Continue>(statement.node))
        events_->push_back({Jump::ends_turn});
    const bool is_loop = std::holds_alternative<For>(statement.node) || std::holds_alternative<While>(statement.node);
    for_each_block(statement, [&](const Block& block) {
        for (const Statement& each : block.statements) jumps_in(each, is_loop ? Depth::inner_loop : depth);
    });
}

void TilePlanner::calls_in(const Expression& expression, const std::vector<Access>& around) {
    if (!operations_.in(expression)) return;
    if (const auto* const logical = std::get_if<Logical>(&expression.node)) {
        calls_in(*logical->left, around);
        BranchEvents events;
        events.then = events_of([&] { calls_in(*logical->right, around); });
        events_->push_back({std::move(events)});
        return;
    }
    const auto* const called = std::get_if<Call>(&expression.node);
    if (called == nullptr) {
        for_each_child(expression, [&](const Expression& child) { calls_in(child, around); });
        return;
    }
    call(*called, around);
    plan_.after[expression.id] = touch({{}, around, false, false});
}

void TilePlanner::call(const Call& node, const std::vector<Access>& around) {
    for (const Binding& binding : node.bindings) {
        const Expression& argument = *binding.argument;
        if (const auto* const tile = std::get_if<TileId>(&binding.parameter)) {
            fence();
            steps_of(argument, [&] { into(argument, plan_.buffer_of(*tile)); });
            plan_.after[argument.id] = touch({{}, around, false, false});
        } else {
            calls_in(argument, around);
        }
    }
    FunctionEvents events;
    const auto outer = std::exchange(rests_, {});
    events.body = events_of([&] { block(*node.body); });
    rests_ = outer;
    events_->push_back({std::move(events)});
}

SharedId TilePlanner::add_buffer(ScalarType element, const TileShape& shape) {
    const SharedId id{static_cast<std::uint32_t>(plan_.buffers.size())};
    plan_.buffers.push_back({element, shape, shape.axes().back()});
    const auto size = static_cast<std::uint64_t>(bytes(element));
    lives_.push_back({static_cast<std::uint64_t>(shape.elements()) * size, 0, 0});
    return id;
}

MomentId TilePlanner::touch(Touch touch) {
    ++position_;
    touch.moment = MomentId{static_cast<std::uint32_t>(moments_++)};
    std::erase_if(touch.accesses, [&](const Access& access) {
        const auto* const tensor = std::get_if<TensorId>(&access.memory);
        if (tensor != nullptr) return !program_.tensors[tensor->index].written;
        return plan_.resident(std::get<SharedId>(access.memory)).has_value();
    });
    for (const Access& access : touch.accesses)
        if (const auto* const buffer = std::get_if<SharedId>(&access.memory)) use(*buffer);
    if (touch.is_tile_operation) note_replacements(touch.accesses);
    const MomentId moment = touch.moment;
    events_->push_back({std::move(touch)});
    return moment;
}

/// A buffer whose elements one operation makes of those of the same places of another may take its place there.
void TilePlanner::note_replacements(const std::vector<Access>& accesses) {
    const auto is_written = [](const Access& access) { return access.writes; };
    const auto written = std::ranges::find_if(accesses, is_written);
    if (std::ranges::count_if(accesses, is_written) != 1 || written->owner != Owner::element) return;
    const auto is_dense = [&](SharedId id) {
        return plan_.buffers[id.index].row_stride == plan_.buffers[id.index].shape.axes().back();
    };
    const auto* const buffer = std::get_if<SharedId>(&written->memory);
    if (buffer == nullptr || !is_dense(*buffer)) return;
    for (const Access& access : accesses) {
        const auto* const replaced = std::get_if<SharedId>(&access.memory);
        if (replaced == nullptr || *replaced == *buffer || !is_dense(*replaced)) continue;
        const bool by_owners = std::ranges::all_of(
            accesses, [&](const Access& each) { return each.memory != access.memory || each.owner == Owner::element; });
        const bool alike = bytes(plan_.buffers[replaced->index].element) == bytes(plan_.buffers[buffer->index].element);
        if (by_owners && alike) replacements_.push_back({buffer->index, replaced->index, position_});
    }
}

void TilePlanner::fence() {
    ++position_;
    events_->push_back({Fence{}});
}

void TilePlanner::use(SharedId buffer) {
    if (plan_.resident(buffer)) return;
    LiveBuffer& live = lives_[buffer.index];
    live.first = live.first == 0 ? position_ : live.first;
    live.last = position_;
}

void TilePlanner::pad_rows(SharedId id) {
    SharedBuffer& buffer = plan_.buffers[id.index];
    const int size = bytes(buffer.element);
    buffer.row_stride = ph::dot_stride(buffer.shape.extents[1], size);
    lives_[id.index].bytes =
        static_cast<std::uint64_t>(buffer.shape.extents[0]) * static_cast<std::uint64_t>(buffer.row_stride * size);
}

/// What lives before a loop and is used in it lives to its end.
void TilePlanner::end_loop(std::uint32_t begin) {
    ++position_;
    for (LiveBuffer& live : lives_)
        if (live.first < begin && live.last >= begin) live.last = position_;
}

std::optional<SharedId> TilePlan::resident_in(const Expression& value) const {
    return results.contains(value.id) ? std::nullopt : resident_in_operands(value);
}

std::optional<SharedId> TilePlan::resident_in_operands(const Expression& value) const {
    if (value.type.form != Form::tile) return std::nullopt;
    if (const auto* const slice = std::get_if<Slice>(&value.node)) {
        const auto* const tile = std::get_if<TileId>(&slice->buffer);
        if (tile == nullptr || !resident(buffer_of(*tile))) return std::nullopt;
        return buffer_of(*tile);
    }
    std::optional<SharedId> found;
    for_each_child(value, [&](const Expression& operand) {
        if (!found) found = resident_in(operand);
    });
    return found;
}

TilePlan plan_tiles(const Program& program, Checking checking, std::uint64_t most_shared_bytes) {
    return TilePlanner(program, checking, most_shared_bytes).plan();
}

}  // namespace phobos::emit
