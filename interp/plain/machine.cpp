// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/machine.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "interp/plain/arithmetic.h"
#include "interp/plain/scalar.h"
#include "lang/base/float_format.h"

namespace phobos::plain {
using engine::AccessKind;

namespace {

enum class Next : std::uint8_t { go_on, stop };

template <class Value>
class Step {
public:
    Step(Thread<Value>& thread, const Surroundings& around, std::vector<Fault>& faults)
        : thread_(thread), around_(around), faults_(faults) {}

    Next operator()(const PushConstant& instruction) { return push(instruction.value); }
    Next operator()(const PushDim& instruction) { return push_integer(around_.dims[instruction.dim.index]); }
    Next operator()(const PushContext& instruction) { return push_integer(context(instruction.field)); }
    Next operator()(const PushLocal& instruction) { return push(thread_.locals[instruction.local.index]); }
    Next operator()(const PopLocal& instruction) {
        thread_.locals[instruction.local.index] = pop();
        return Next::go_on;
    }
    Next operator()(const Drop& instruction) {
        thread_.height -= static_cast<std::size_t>(instruction.slots);
        return Next::go_on;
    }

    Next operator()(const Apply& instruction) {
        std::array<std::size_t, 3> first{};
        std::size_t base = thread_.height;
        for (std::size_t k = instruction.operand_count; k-- > 0;)
            first[k] = base -= static_cast<std::size_t>(instruction.operands[k].elements);
        const std::span<Value> results = thread_.stack.subspan(thread_.height);
        std::array<OperandOf<Value>, 3> operands;
        for (std::size_t j = 0; j < static_cast<std::size_t>(instruction.elements); ++j) {
            for (std::size_t k = 0; k < instruction.operand_count; ++k) {
                const program::Type& type = instruction.operands[k];
                operands[k] = {type.element, thread_.stack[first[k] + (type.elements == 1 ? 0 : j)]};
            }
            const auto result = applied(instruction.function, operands_of(operands, instruction.operand_count));
            if (!result) return trap(result.error(), instruction.site, operands[0], operands[1]);
            results[j] = *result;
        }
        std::copy_n(results.begin(), instruction.elements, thread_.stack.begin() + static_cast<std::ptrdiff_t>(base));
        thread_.height = base + static_cast<std::size_t>(instruction.elements);
        return Next::go_on;
    }

    Next operator()(const Load& instruction) {
        const View& view = around_.buffers[instruction.subscripts.buffer];
        const auto position = locate(view, instruction.subscripts, instruction.elements);
        if (!position) return Next::stop;
        for (std::int64_t j = 0; j < instruction.elements; ++j) {
            if (races(instruction.subscripts, *position + j, AccessKind::read)) return Next::stop;
            if (!may_read(view, *position + j, instruction.subscripts.site)) return Next::stop;
            push(load<Value>(view, *position + j));
        }
        return Next::go_on;
    }

    Next operator()(const Store& instruction) {
        const View& view = around_.buffers[instruction.subscripts.buffer];
        const auto position = locate(view, instruction.subscripts, 1);
        if (!position) return Next::stop;
        Value value = pop();
        if (instruction.op) {
            if (races(instruction.subscripts, *position, AccessKind::read)) return Next::stop;
            if (!may_read(view, *position, instruction.subscripts.site)) return Next::stop;
            const std::array operands{OperandOf<Value>{view.element, load<Value>(view, *position)},
                                      OperandOf<Value>{instruction.value_type, value}};
            const auto result = applied(*instruction.op, operands_of(operands, 2));
            if (!result) return trap(result.error(), instruction.subscripts.site, operands[0], operands[1]);
            value = *result;
        }
        if (races(instruction.subscripts, *position, AccessKind::write, value)) return Next::stop;
        store(view, *position, value);
        return Next::go_on;
    }

    /// run-29
    Next operator()(const StoreRun& instruction) {
        const View& view = around_.buffers[instruction.subscripts.buffer];
        const std::span<Value> values = pop_run(instruction.value_slots);
        const auto position = locate(view, instruction.subscripts, instruction.elements);
        if (!position) return Next::stop;
        for (std::int64_t j = 0; j < instruction.elements; ++j) {
            const Value& value = values[instruction.value_slots == 1 ? 0 : static_cast<std::size_t>(j)];
            if (races(instruction.subscripts, *position + j, AccessKind::write, value)) return Next::stop;
            store(view, *position + j, value);
        }
        return Next::go_on;
    }

    Next operator()(const AtomicUpdate& instruction) {
        const View& view = around_.buffers[instruction.subscripts.buffer];
        const auto operand = known(pop());
        const bool compares = instruction.op == program::AtomicOperator::compare_exchange;
        const auto expected = compares ? known(pop()) : ScalarBits{};
        const auto position = locate(view, instruction.subscripts, 1);
        if (!position || races(instruction.subscripts, *position, AccessKind::atomic)) return Next::stop;
        if (!may_read(view, *position, instruction.subscripts.site)) return Next::stop;
        const auto old = known(load<Value>(view, *position));
        // Sums of floats depend on which thread comes first (coll-33).
        const bool depends_on_order = is_interval<Value> && is_float(view.element);
        if (!operand || !expected || !old || depends_on_order) return undecided(instruction.subscripts.site);
        store(view, *position, Value{updated(instruction.op, view.element, *old, *expected, *operand)});
        return push(*old);
    }

    Next operator()(const SumRun& instruction) {  // run-22
        const std::span<const Value> run = pop_run(instruction.elements);
        Value sum = run[0];
        for (const Value& value : run.subspan(1)) {
            const std::array operands{OperandOf<Value>{instruction.element, sum},
                                      OperandOf<Value>{instruction.element, value}};
            sum = *applied(BinaryOperator::add, operands_of(operands, 2));
        }
        return push(sum);
    }
    Next operator()(const IndexRun& instruction) {  // run-24
        const auto index = known(pop());
        const std::span<const Value> run = pop_run(instruction.elements);
        if (!index) return undecided(instruction.site);
        const std::int64_t j = integer_value({instruction.index, *index});
        if (j < 0 || j >= instruction.elements)
            return trap(instruction.site, engine::outside_run(engine::RunPart::element, j, instruction.elements));
        return push(run[static_cast<std::size_t>(j)]);
    }
    Next operator()(const WordOfRun& instruction) {  // run-26, run-27
        const auto index = known(pop());
        const std::span<const Value> run = pop_run(instruction.elements);
        if (!index) return undecided(instruction.site);
        const std::int64_t w = integer_value({instruction.index, *index});
        const int width = bytes(instruction.element);
        const std::int64_t words = instruction.elements * width / 4;
        if (w < 0 || w >= words) return trap(instruction.site, engine::outside_run(engine::RunPart::word, w, words));
        ScalarBits word;
        for (int byte = 0; byte < 4; ++byte) {
            const auto at = static_cast<int>(4 * w) + byte;
            const auto element = known(run[static_cast<std::size_t>(at / width)]);
            if (!element) return undecided(instruction.site);
            word.bits |= (element->bits >> (8 * (at % width)) & 0xFF) << (8 * byte);
        }
        return push(word);
    }

    Next operator()(const Jump& instruction) {
        if (instruction.when == Jump::When::always) return go_to(instruction.to);
        const auto value = known(thread_.top());
        if (!value) return undecided(instruction.site);
        const bool condition = value->bits != 0;
        const bool jumps = condition == (instruction.when == Jump::When::true_kept);
        if (!jumps || instruction.when == Jump::When::false_popped) --thread_.height;
        return jumps ? go_to(instruction.to) : Next::go_on;
    }
    Next operator()(const CountStep&) {
        if (around_.meter.count()) return Next::go_on;
        return stop(ThreadState::limited);
    }
    Next operator()(const EnterLoop& instruction) {
        thread_.loops[instruction.depth] = {};
        return Next::go_on;
    }
    Next operator()(const EnterRange& instruction) {  // stmt-20, stmt-22
        const auto step = known(pop());
        const auto end = known(pop());
        const auto start = known(pop());
        if (!step || !end || !start) return undecided(instruction.site);
        const auto number = [&](ScalarBits value) { return integer_value({instruction.type, value}); };
        if (step->bits == 0) return trap(instruction.site, engine::step_of_zero(number(*start), number(*end)));
        thread_.loops[instruction.depth] = {number(*start), number(*end), number(*step)};
        return Next::go_on;
    }
    Next operator()(const NextOfRange& instruction) {  // stmt-17: outside of i64 means past the end
        LoopState& loop = thread_.loops[instruction.depth];
        const bool overflows = loop.turns > 0 && __builtin_add_overflow(loop.value, loop.step, &loop.value);
        const bool more = !overflows && (loop.step > 0 ? loop.value < loop.end : loop.value > loop.end);
        if (more) {
            thread_.locals[instruction.variable.index] =
                convert(instruction.type, {ScalarType::i64, {static_cast<std::uint64_t>(loop.value)}});
            begin_turn(instruction.depth);
        }
        return push(ScalarBits{more ? std::uint64_t{1} : 0});
    }
    Next operator()(const NextTurn& instruction) {
        begin_turn(instruction.depth);
        return Next::go_on;
    }
    Next operator()(const NextElement& instruction) {
        const LoopState& loop = thread_.loops[instruction.depth];
        const std::int64_t element = static_cast<std::int64_t>(loop.turns) * around_.threads + thread_.index;
        const bool more = element < instruction.elements;
        if (more) {
            thread_.locals[instruction.row.index] =
                ScalarBits{static_cast<std::uint64_t>(element / instruction.columns)};
            thread_.locals[instruction.column.index] =
                ScalarBits{static_cast<std::uint64_t>(element % instruction.columns)};
            begin_turn(instruction.depth);
        }
        return push(ScalarBits{more ? std::uint64_t{1} : 0});
    }
    Next operator()(const End&) { return stop(ThreadState::ended); }
    Next operator()(const Wait&) { return stop(ThreadState::waiting); }

    Next operator()(const Observe& instruction) {
        if (around_.levels == nullptr) return Next::go_on;
        const auto loop = around_.code.loop_of[thread_.at];
        const InstanceId instance = loop == no_loop ? 0 : thread_.loops[around_.code.loops[loop].depth].instance;
        const auto run = thread_.stack.subspan(thread_.height - static_cast<std::size_t>(instruction.type.elements));
        ScalarBits seen = one_nan(instruction.type.element, some(run[0]));
        for (std::int32_t j = 1; j < instruction.type.elements; ++j)  // a digest of a run
            seen.bits = (seen.bits ^ seen.bits >> 31) * 0x9E3779B97F4A7C15U +
                        one_nan(instruction.type.element, some(run[static_cast<std::size_t>(j)])).bits;
        around_.levels->observe(instruction.expression, instruction.type, instance, {thread_.index, seen});
        return Next::go_on;
    }

private:
    static std::span<const OperandOf<Value>> operands_of(std::span<const OperandOf<Value>> operands,
                                                         std::size_t count) {
        return operands.first(count);
    }
    Next push(const Value& value) {
        thread_.stack[thread_.height++] = value;
        return Next::go_on;
    }
    Next push_integer(std::int64_t value) { return push(ScalarBits{static_cast<std::uint32_t>(value)}); }
    Value pop() { return thread_.stack[--thread_.height]; }
    std::span<Value> pop_run(std::int32_t elements) {
        thread_.height -= static_cast<std::size_t>(elements);
        return thread_.stack.subspan(thread_.height, static_cast<std::size_t>(elements));
    }
    Next go_to(Address to) {
        thread_.at = to - 1;  // the step to the next instruction follows
        return Next::go_on;
    }
    Next stop(ThreadState state) {
        thread_.state = state;
        return Next::stop;
    }

    void begin_turn(std::uint32_t depth) {
        LoopState& loop = thread_.loops[depth];
        ++loop.turns;
        if (around_.levels == nullptr) return;
        const InstanceId outer = depth == 0 ? 0 : thread_.loops[depth - 1].instance;
        loop.instance = around_.levels->enter(outer, around_.code.loop_of[thread_.at], loop.turns);
    }

    [[nodiscard]] std::int64_t context(ContextField field) const {
        switch (field) {
            case ContextField::thread: return thread_.index;
            case ContextField::warp: return thread_.warp;
            case ContextField::lane: return thread_.lane;
            case ContextField::threads: return around_.threads;
            case ContextField::warps: return around_.threads / around_.lanes;
            case ContextField::lanes: return around_.lanes;
            case ContextField::block_x: return around_.block.x;
            case ContextField::block_y: return around_.block.y;
            case ContextField::block_z: return around_.block.z;
            case ContextField::grid_x: return around_.grid.x;
            case ContextField::grid_y: return around_.grid.y;
            case ContextField::grid_z: return around_.grid.z;
        }
        return 0;
    }

    /// Pops the subscripts and gives the position of the element, or of the first of a run along the last axis, from
    /// the start of the buffer (run-4, run-5, run-17).
    std::optional<std::int64_t> locate(const View& view, const Subscripts& subscripts, std::int32_t elements) {
        const std::span<const Value> values = pop_run(subscripts.rank);
        std::int64_t position = 0;
        for (std::size_t axis = 0; axis < subscripts.rank; ++axis) {
            const auto subscript = known(values[axis]);
            if (!subscript) return undecided(subscripts.site), std::nullopt;
            const std::int64_t index = integer_value({subscripts.types[axis], *subscript});
            const std::int64_t extent = view.extents[axis];
            const std::int64_t length = axis + 1 == subscripts.rank ? elements : 1;
            if (index < 0 || index > extent - length) {
                trap(subscripts.site,
                     engine::outside_axis({view.name, static_cast<std::int64_t>(axis), extent}, index, length));
                return std::nullopt;
            }
            position = position * extent + index;
        }
        return position;
    }

    /// exec-29: whether the thread cannot go on, since it is in a race or more accesses cannot be kept.
    bool races(const Subscripts& subscripts, std::int64_t position, AccessKind kind, const Value& written = {}) {
        auto race = race_of(thread_, around_, subscripts, position, kind, some(written));
        if (race) trap(subscripts.site, *std::move(race));
        if (around_.races != nullptr && around_.races->is_full()) stop(ThreadState::limited);
        return thread_.state != ThreadState::ready;
    }

    /// run-9
    bool may_read(const View& view, std::int64_t position, program::SiteId site) {
        if (!around_.checks_unwritten || view.is_written(position)) return true;
        trap(site, engine::never_written(view.name, {view.extents.data(), view.rank}, position));
        return false;
    }

    /// coll-29
    static ScalarBits updated(program::AtomicOperator op, ScalarType type, ScalarBits old, ScalarBits expected,
                              ScalarBits operand) {
        const std::array<Operand, 2> operands{Operand{type, old}, Operand{type, operand}};
        switch (op) {
            case program::AtomicOperator::add: return *binary(BinaryOperator::add, operands[0], operands[1]);
            case program::AtomicOperator::minimum: return elementwise(Builtin::minimum, operands);
            case program::AtomicOperator::maximum: return elementwise(Builtin::maximum, operands);
            case program::AtomicOperator::bit_and: return *binary(BinaryOperator::bit_and, operands[0], operands[1]);
            case program::AtomicOperator::bit_or: return *binary(BinaryOperator::bit_or, operands[0], operands[1]);
            case program::AtomicOperator::bit_xor: return *binary(BinaryOperator::bit_xor, operands[0], operands[1]);
            case program::AtomicOperator::exchange: return operand;
            case program::AtomicOperator::compare_exchange: return old == expected ? operand : old;
        }
        return old;
    }

    static ScalarBits one_nan(ScalarType type, ScalarBits value) {
        if (!is_float(type)) return value;
        const FloatLayout format = layout(float_format(type));
        return format.is_nan(value.bits) ? ScalarBits{format.quiet_nan()} : value;
    }

    Next trap(program::SiteId site, Trouble what) {
        faults_.push_back({thread_.index, site, std::move(what)});
        return stop(ThreadState::trapped);
    }
    Next trap(ArithmeticFault fault, program::SiteId site, const OperandOf<Value>& left,
              const OperandOf<Value>& right) {
        return trap(site, told(fault, {left.type, some(left.value)}, {right.type, some(right.value)}));
    }
    Next undecided(program::SiteId site) { return trap(site, Undecided{}); }

    Thread<Value>& thread_;
    const Surroundings& around_;
    std::vector<Fault>& faults_;
};

}  // namespace

Meter::Meter(const engine::Limits& limits) {
    if (limits.steps) end_ = *limits.steps;
    if (limits.time) deadline_ = Clock::now() + *limits.time;
    pause_ = std::min(interval, end_);
}

bool Meter::poll() {
    if (deadline_ && Clock::now() >= *deadline_) limited_ = engine::time_reached();
    return !limited_;
}

bool Meter::go_on() {
    if (steps_ > end_) limited_ = engine::steps_reached(end_);
    pause_ = std::min(steps_ + interval, std::max(end_, steps_ + 1));
    return poll();
}

void Meter::allow_only(std::uint64_t steps) {
    end_ = std::min(end_, steps_ + steps);
    pause_ = std::min(pause_, end_);
}

template <class Value>
std::optional<engine::FaultText> race_of(const Thread<Value>& thread, const Surroundings& surroundings,
                                         const Subscripts& subscripts, std::int64_t position, AccessKind kind,
                                         ScalarBits written) {
    if (surroundings.races == nullptr || !surroundings.races->can_race(subscripts.buffer)) return std::nullopt;
    const View& view = surroundings.buffers[subscripts.buffer];
    const LoopIndex loop = surroundings.code.loop_of[thread.at];
    const std::size_t depth = loop == no_loop ? 0 : surroundings.code.loops[loop].depth + 1;
    std::uint64_t turns = 0;
    for (const LoopState& state : thread.loops.first(depth)) turns = turns * 0x9E3779B97F4A7C15U + state.turns;
    return surroundings.races->add(view, {subscripts.buffer, position, {}},
                                   {kind, surroundings.block, thread.warp, thread.index, thread.passed, subscripts.site,
                                    turns, view.element, written});
}

template <class Value>
void run(Thread<Value>& thread, const Surroundings& surroundings, std::vector<Fault>& faults) {
    Step<Value> step{thread, surroundings, faults};
    while (std::visit(step, surroundings.code.instructions[thread.at]) == Next::go_on) ++thread.at;
}

template std::optional<engine::FaultText> race_of(const Thread<ScalarBits>&, const Surroundings&, const Subscripts&,
                                                  std::int64_t, AccessKind, ScalarBits);
template std::optional<engine::FaultText> race_of(const Thread<Interval>&, const Surroundings&, const Subscripts&,
                                                  std::int64_t, AccessKind, ScalarBits);
template void run(Thread<ScalarBits>&, const Surroundings&, std::vector<Fault>&);
template void run(Thread<Interval>&, const Surroundings&, std::vector<Fault>&);

}  // namespace phobos::plain
