// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/lower.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <initializer_list>
#include <utility>
#include <vector>

#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/vocabulary/limits.h"

namespace phobos::plain {
namespace {

using program::Expression;

class Lowerer {
public:
    Lowerer(const program::Program& program, Observing observing) : program_(program), observing_(observing) {}

    Code lower_kernel() && {
        if (observing_ == Observing::values) code_.spans.resize(program_.expressions);
        lower(program_.body);
        for (const Address jump : returns_) land(jump);
        emit(End{});
        return std::move(code_);
    }

private:
    // --- instructions, and the height of the stack before the next one ---

    Address emit(Instruction instruction) {
        code_.instructions.push_back(instruction);
        code_.loop_of.push_back(loop_);
        return static_cast<Address>(code_.instructions.size() - 1);
    }
    [[nodiscard]] Address here() const { return static_cast<Address>(code_.instructions.size()); }
    Address jump(Jump::When when, Address to = 0) { return emit(Jump{when, to, {}}); }
    Address jump(Jump::When when, program::SiteId site) { return emit(Jump{when, 0, site}); }
    void land(Address jump) { std::get<Jump>(code_.instructions[jump]).to = label(); }
    Address label() { return label_ = here(); }
    /// A barrier of the block, unless the last thing that all threads have done is one.
    void meet(program::SiteId site) {
        const auto* last = code_.instructions.empty() ? nullptr : std::get_if<Wait>(&code_.instructions.back());
        if (last == nullptr || !std::holds_alternative<MeetBlock>(last->meeting) || label_ == here())
            emit(Wait{MeetBlock{}, site});
    }

    /// Instructions may use room for one more run above the stack.
    void push(std::int32_t slots) {
        height_ += static_cast<std::size_t>(slots);
        code_.stack_slots = std::max(code_.stack_slots, height_ + static_cast<std::size_t>(limits::run_elements));
    }
    void pop(std::int32_t slots) { height_ -= static_cast<std::size_t>(slots); }

    // --- expressions ---

    /// A tile is not on the stack of a thread.
    static std::int32_t slots_of(const program::Type& type) {
        return type.form == program::Form::scalar || type.form == program::Form::run ? type.elements : 0;
    }

    void lower(const Expression& expression) {
        if (expression.type.form == program::Form::tile) meet(tile_site_);  // tile-48; the operation waits at its end
        std::visit([&](const auto& node) { lower(node, expression); }, expression.node);
        if (observing_ == Observing::nothing || slots_of(expression.type) == 0) return;
        emit(Observe{expression.id, expression.type});
        code_.spans[expression.id.index] = expression.span;
    }

    void lower(const program::Constant& node, const Expression&) { emit(PushConstant{node.value}), push(1); }
    void lower(const program::DimUse& node, const Expression&) { emit(PushDim{node.dim}), push(1); }
    void lower(const program::ContextUse& node, const Expression&) { emit(PushContext{node.field}), push(1); }
    void lower(const program::LocalUse& node, const Expression&) { emit(PushLocal{node.local}), push(1); }

    void apply(Function function, std::initializer_list<const Expression*> operands, const Expression& whole,
               program::SiteId site = {}) {
        std::array<program::Type, 3> types;
        std::uint8_t count = 0;
        std::int32_t slots = 0;
        for (const Expression* operand : operands) {
            lower(*operand);
            types[count++] = operand->type;
            slots += slots_of(operand->type);
        }
        if (whole.type.form == program::Form::tile)
            emit(Wait{ApplyToTiles{function, types, count, whole.type}, site});
        else
            emit(Apply{function, types, count, whole.type.elements, site});
        pop(slots);
        push(slots_of(whole.type));
    }
    void lower(const program::Unary& node, const Expression& whole) { apply(node.op, {&*node.operand}, whole); }
    void lower(const program::Binary& node, const Expression& whole) {
        apply(node.op, {&*node.left, &*node.right}, whole, node.site.value_or(program::SiteId{}));
    }
    void lower(const program::Convert& node, const Expression& whole) {
        apply(whole.type.element, {&*node.operand}, whole);
    }
    void lower(const program::Elementwise& node, const Expression& whole) {
        const auto& arguments = node.arguments;
        if (arguments.size() == 1) apply(node.builtin, {&arguments[0]}, whole);
        if (arguments.size() == 2) apply(node.builtin, {&arguments[0], &arguments[1]}, whole);
        if (arguments.size() == 3) apply(node.builtin, {&arguments[0], &arguments[1], &arguments[2]}, whole);
    }

    void lower(const program::Logical& node, const Expression&) {  // expr-20
        lower(*node.left);
        const Address decided =
            jump(node.op == BinaryOperator::logical_and ? Jump::When::false_kept : Jump::When::true_kept, node.site);
        pop(1);
        lower(*node.right);
        land(decided);
    }

    Subscripts subscripts(program::Buffer buffer, const std::vector<Expression>& list, program::SiteId site) {
        const auto index = std::visit(
            Overloaded{
                [](program::TensorId tensor) { return tensor.index; },
                [&](program::TileId tile) { return static_cast<std::uint32_t>(program_.tensors.size()) + tile.index; }},
            buffer);
        Subscripts result{index, {}, 0, site};
        for (const Expression& subscript : list) {
            lower(subscript);
            result.types[result.rank++] = subscript.type.element;
        }
        return result;
    }
    void load(program::Buffer buffer, const std::vector<Expression>& list, program::SiteId site,
              std::int32_t elements) {
        const Subscripts place = subscripts(buffer, list, site);
        emit(Load{place, elements});
        pop(place.rank);
        push(elements);
    }
    void lower(const program::Load& node, const Expression&) { load(node.buffer, node.subscripts, node.site, 1); }
    void lower(const program::RunLoad& node, const Expression& whole) {
        load(node.buffer, node.subscripts, node.site, whole.type.elements);
    }
    void lower(const program::RunSum& node, const Expression&) {
        lower(*node.run);
        emit(SumRun{node.run->type.element, node.run->type.elements});
        pop(node.run->type.elements - 1);
    }
    void lower(const program::RunElement& node, const Expression&) {
        lower(*node.run);
        lower(*node.index);
        emit(IndexRun{node.run->type.elements, node.index->type.element, node.site});
        pop(node.run->type.elements);
    }
    void lower(const program::RunWord& node, const Expression&) {
        lower(*node.run);
        lower(*node.index);
        emit(WordOfRun{node.run->type.element, node.run->type.elements, node.index->type.element, node.site});
        pop(node.run->type.elements);
    }

    void lower(const program::Collective& node, const Expression& whole) {
        lower(*node.operand);
        emit(Wait{Combine{node.op, node.scope, whole.type.element}, node.site});
    }
    void lower(const program::Shuffle& node, const Expression&) {
        lower(*node.value);
        lower(*node.selector);
        emit(Wait{Exchange{node.kind, node.selector->type.element}, node.site});
        pop(1);
    }
    void lower(const program::Ballot& node, const Expression&) {
        lower(*node.predicate);
        emit(Wait{Vote{}, node.site});
    }
    void lower(const program::Atomic& node, const Expression&) {  // coll-31
        const Subscripts place = subscripts(node.buffer, node.subscripts, node.site);
        if (node.expected) lower(**node.expected);
        lower(*node.operand);
        emit(AtomicUpdate{place, node.op});
        pop(place.rank + (node.expected ? 1 : 0));
    }
    void bind(const std::vector<program::Binding>& bindings, program::SiteId site) {
        for (const program::Binding& binding : bindings) {
            if (const auto* tile = std::get_if<program::TileId>(&binding.parameter)) {
                begin_tile(*binding.argument, site);
                declare(*tile, binding.argument->type, site);
            } else {
                lower(*binding.argument);
                emit(PopLocal{std::get<program::LocalId>(binding.parameter)});
                pop(1);
            }
        }
    }
    /// Its `return`s end here.
    void lower_function(const program::Block& body) {
        std::vector<Address> outer = std::exchange(returns_, {});
        lower(body);
        for (const Address jump : returns_) land(jump);
        returns_ = std::move(outer);
    }
    void lower(const program::Call& node, const Expression& whole) {  // ctx-25
        bind(node.bindings, node.site);
        const program::SiteId outer = std::exchange(call_site_, node.site);
        lower_function(*node.body);
        call_site_ = outer;
        push(slots_of(whole.type));
    }

    // --- tiles ---

    /// tile-48: a barrier stands before anything of a tile operation is evaluated.
    void begin_tile(const Expression& expression, program::SiteId site) {
        begin_operation(site);
        lower(expression);
    }
    void begin_operation(program::SiteId site) {
        tile_site_ = site;
        meet(site);
    }
    void tile_operation(const TileOperation& operation, program::SiteId site) { emit(Wait{operation, site}); }

    void lower(const program::Slice& node, const Expression& whole) {
        const Subscripts starts = subscripts(node.buffer, node.starts, node.site);
        tile_operation(ReadSlice{starts, whole.type.shape}, node.site);
        pop(starts.rank);
    }
    void lower(const program::TileFunction& node, const Expression& whole) {
        for (const Expression& argument : node.arguments) lower(argument);
        const auto count = static_cast<std::uint8_t>(node.arguments.size());
        tile_operation(ApplyTileFunction{node.builtin, count, whole.type}, node.site);
    }
    /// The elements that a thread computes stay on its stack until all are there.
    void lower(const program::Generate& node, const Expression& whole) {
        bind(node.bindings, node.site);
        const std::size_t first_slot = height_;
        const program::TileShape& shape = whole.type.shape;
        const std::int64_t threads = program_.bounds.threads;
        const auto most = static_cast<std::int32_t>((shape.elements() + threads - 1) / threads);
        push(most);
        emit(EnterLoop{depth_});
        loop(
            [&] {
                emit(NextElement{depth_ - 1, node.row, node.column, shape.elements(), shape.extents[1]});
                push(1);
            },
            [&] { lower_function(*node.body); }, node.site);
        tile_operation(PutTogether{first_slot, whole.type}, node.site);
        pop(most);
    }
    void declare(program::TileId tile, const program::Type& value, program::SiteId site) {
        emit(Wait{FreshTile{tile}, site});
        const Subscripts whole = subscripts(tile, {}, site);
        tile_operation(WriteSlice{whole, program_.tiles[tile.index].shape, std::nullopt, value}, site);
        pop(slots_of(value));
    }
    void lower(const program::DeclareTile& node) {
        if (!node.value) {
            emit(Wait{FreshTile{node.tile}, node.site});
            return;
        }
        begin_tile(*node.value, node.site);
        declare(node.tile, node.value->type, node.site);
    }
    void lower(const program::TileStore& node) {
        begin_tile(node.value, node.site);
        const Subscripts starts = subscripts(node.buffer, node.starts, node.site);
        tile_operation(WriteSlice{starts, node.shape, node.op, node.value.type}, node.site);
        pop(starts.rank + slots_of(node.value.type));
    }
    void lower(const program::Accumulate& node) {
        const auto& dot = std::get<program::TileFunction>(node.dot.node);
        begin_operation(node.site);
        for (const Expression& argument : dot.arguments) lower(argument);
        const Subscripts starts = subscripts(node.buffer, node.starts, node.site);
        tile_operation(AccumulateSlice{starts, node.shape, dot.builtin, node.dot.type.element}, node.site);
        pop(starts.rank);
    }

    // --- statements ---

    void lower(const program::Block& block) {
        for (const program::Statement& statement : block.statements) {
            emit(CountStep{});
            std::visit([&](const auto& node) { lower(node); }, statement.node);
        }
    }
    void lower(const program::Assign& node) {
        lower(node.value);
        emit(PopLocal{node.local});
        pop(1);
    }
    void lower(const program::Store& node) {  // stmt-14
        lower(node.value);
        const Subscripts place = subscripts(node.buffer, node.subscripts, node.site);
        emit(Store{place, node.op, node.value.type.element});
        pop(place.rank + 1);
    }
    void lower(const program::RunStore& node) {  // run-29
        const Subscripts place = subscripts(node.buffer, node.subscripts, node.site);
        lower(node.value);
        emit(StoreRun{place, node.elements, node.value.type.elements});
        pop(place.rank + node.value.type.elements);
    }
    void lower(const program::If& node) {
        lower(node.condition);
        const Address otherwise = jump(Jump::When::false_popped, node.site);
        pop(1);
        lower(*node.then);
        const Address end = jump(Jump::When::always);
        land(otherwise);
        lower(*node.otherwise);
        land(end);
    }
    void lower(const program::For& node) {  // stmt-17 to stmt-22
        lower(node.start);
        lower(node.end);
        lower(node.step);
        emit(EnterRange{depth_, node.start.type.element, node.site});
        pop(3);
        loop([&] { emit(NextOfRange{depth_ - 1, node.variable, node.start.type.element}), push(1); }, *node.body,
             node.site);
    }
    void lower(const program::While& node) {  // stmt-24
        emit(EnterLoop{depth_});
        loop([&] { emit(NextTurn{depth_ - 1}), lower(node.condition); }, *node.body, node.site);
    }
    template <class Head>
    void loop(const Head& head, const program::Block& body, program::SiteId site) {
        loop([&] { emit(CountStep{}), head(); }, [&] { lower(body); }, site);
    }
    /// `head` pushes whether there is another turn, before each.
    template <class Head, std::invocable Body>
    void loop(const Head& head, const Body& body, program::SiteId site) {
        const LoopIndex outer = std::exchange(loop_, static_cast<LoopIndex>(code_.loops.size()));
        code_.loops.push_back({outer, depth_++});
        code_.loop_depth = std::max<std::size_t>(code_.loop_depth, depth_);
        std::vector<Address> outer_breaks = std::exchange(breaks_, {});
        const Address outer_head = std::exchange(head_, label());

        head();
        breaks_.push_back(jump(Jump::When::false_popped, site));
        pop(1);
        body();
        jump(Jump::When::always, head_);
        for (const Address jump : breaks_) land(jump);

        head_ = outer_head;
        breaks_ = std::move(outer_breaks);
        --depth_;
        loop_ = outer;
    }
    void lower(const program::Break&) { breaks_.push_back(jump(Jump::When::always)); }
    void lower(const program::Continue&) { jump(Jump::When::always, head_); }
    void lower(const program::Return& node) {
        if (node.value) {
            tile_site_ = call_site_;
            lower(*node.value);
            pop(slots_of(node.value->type));
        }
        returns_.push_back(jump(Jump::When::always));
    }
    void lower(const program::Evaluate& node) {
        lower(node.expression);
        const std::int32_t slots = slots_of(node.expression.type);
        if (slots > 0) emit(Drop{slots});
        if (node.expression.type.form == program::Form::tile) tile_operation(DropTile{}, {});
        pop(slots);
    }
    void lower(const program::Barrier& node) { emit(Wait{MeetBlock{}, node.site}); }
    void lower(const program::WarpBarrier& node) { emit(Wait{MeetWarp{}, node.site}); }
    void lower(const program::GridBarrier& node) { emit(Wait{MeetGrid{}, node.site}); }

    const program::Program& program_;
    Observing observing_;
    Code code_;
    std::size_t height_ = 0;
    LoopIndex loop_ = no_loop;
    std::uint32_t depth_ = 0;
    Address label_ = 0;             ///< the last place that is jumped to
    Address head_ = 0;              ///< of the innermost loop: where continue goes
    std::vector<Address> breaks_;   ///< jumps to the end of the innermost loop
    std::vector<Address> returns_;  ///< jumps to the end of the innermost call, or of the kernel
    program::SiteId call_site_;     ///< of the innermost call
    program::SiteId tile_site_;     ///< of the tile operation that is begun
};

}  // namespace

Code lower(const program::Program& program, Observing observing) { return Lowerer(program, observing).lower_kernel(); }

}  // namespace phobos::plain
