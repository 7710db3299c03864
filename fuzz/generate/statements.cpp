// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <span>

#include "fuzz/generate/kernel_generator.h"

namespace phobos::fuzz {

/// One statement, or a few that belong together.
void KernelGenerator::statement(Block& block) {
    --budget_;
    if (plant_after_ == 0) plant(block);
    if (plant_after_ >= 0) --plant_after_;
    const std::size_t roll = random_.below(100);
    const bool nests = frames_.size() < 5 && budget_ > 0;
    if (roll < 20) return declare(block);
    if (roll < 38) return assign_variable(block);
    if (in_function_) return roll < 75 && nests ? conditional(block) : nests ? counted_loop(block) : declare(block);
    if (control() == Level::uniform && random_.chance(20)) return tile_statement(block);
    if (roll < 46) return store_element(block);
    if (roll < 52) return store_run(block);
    if (roll < 56) return count(block);
    if (roll < 62) return strided_sum(block);
    if (roll < 70) return exchange(block);
    if (roll < 74) return leave(block);
    if (roll < 77) return meet(block);
    if (!nests) return assign_variable(block);
    if (roll < 87) return conditional(block);
    if (loops_ >= 2) return conditional(block);
    if (roll < 94) return counted_loop(block);
    return condition_loop(block);
}

Block KernelGenerator::body(int statements) {
    const std::size_t variables = variables_.size();
    const std::size_t arrays = arrays_.size();
    const std::size_t tiles = tiles_.size();
    Block result;
    for (int i = 0; i < statements; ++i) statement(result);
    if (result.statements.empty()) assign_variable(result);
    hand_on(result, variables);
    variables_.resize(variables, {"", ScalarType::i32, Level::uniform, false});
    arrays_.erase(arrays_.begin() + static_cast<std::ptrdiff_t>(arrays), arrays_.end());
    tiles_.erase(tiles_.begin() + static_cast<std::ptrdiff_t>(tiles), tiles_.end());
    return result;
}

namespace {

/// Whether something of a type may get what the variable holds.
bool is_handed(const Variable& from, ScalarType type, bool loose) {
    if (type == from.type) return loose || !from.loose;
    return is_number(type) && is_number(from.type) && (!from.loose || (loose && is_float(type)));
}

}  // namespace

/// What the variables of a block hold goes on in one from outside, those before `outside`, or in an element.
void KernelGenerator::hand_on(Block& block, std::size_t outside) {
    constexpr std::size_t most = 3;
    const std::size_t first = std::max(outside, variables_.size() - std::min(variables_.size(), most));
    for (std::size_t i = first; i < variables_.size(); ++i) {
        const Variable from = variables_[i];
        std::vector<const Variable*> fitting;
        for (const Variable& to : std::span(variables_).first(outside))
            if (to.assignable && join(control(), from.level) <= to.level && is_handed(from, to.type, to.loose))
                fitting.push_back(&to);
        if (!fitting.empty()) {
            const Variable to = *random_.pick(fitting);
            Expression value = from.type == to.type ? name(from.name) : converted(from.type, to.type, name(from.name));
            block.statements.push_back(
                is_float(to.type)
                    ? assign(name(to.name), std::nullopt,
                             call(random_.chance(50) ? "max" : "min", list(name(to.name), std::move(value))))
                    : assign(name(to.name), BinaryOperator::bit_xor, std::move(value)));
            continue;
        }
        if (in_function_) continue;
        std::vector<const Array*> outputs;
        for (const Array& array : arrays_)
            if (array.use == Use::output && is_handed(from, array.element, array.loose)) outputs.push_back(&array);
        if (outputs.empty()) continue;
        const Array array = *random_.pick(outputs);
        Expression value =
            from.type == array.element ? name(from.name) : converted(from.type, array.element, name(from.name));
        block.statements.push_back(assign(element(array.name, own_element(array, 0)), std::nullopt, std::move(value)));
    }
}

Block KernelGenerator::arm(Level condition, int statements) {
    frames_.push_back({FrameKind::arm, condition});
    Block result = body(statements);
    frames_.pop_back();
    return result;
}

Block KernelGenerator::loop_body(Level trip) {
    frames_.push_back({FrameKind::loop, trip});
    ++loops_;
    Block result = body(random_.between(1, 3));
    --loops_;
    frames_.pop_back();
    return result;
}

void KernelGenerator::declare(Block& block) {
    const ScalarType type = any_type();
    const Level level = any_level();
    const bool assignable = random_.chance(60) && level >= control();
    const bool loose = may_be_loose(type);
    Expression value = value_of({type, level, options_.depth}, loose);
    const std::string variable = fresh(assignable ? "v" : "l");
    block.statements.push_back(assignable ? var(variable, type, std::move(value)) : let(variable, std::move(value)));
    variables_.push_back({variable, type, level, assignable, loose});
}

std::optional<BinaryOperator> KernelGenerator::compound_operator(ScalarType type) {
    for (int tries = 0; tries < 10; ++tries) {
        const BinaryOperatorRow& row = random_.pick(binary_operators);
        if (row.compound.empty()) continue;
        const bool bitwise = row.shape == OperatorShape::bitwise;
        if (bitwise ? is_float(type) : type == ScalarType::boolean) continue;
        if ((row.shape == OperatorShape::shift || row.op == BinaryOperator::remainder) && !is_integer(type)) continue;
        return row.op;
    }
    return std::nullopt;
}

Expression KernelGenerator::compound_operand(ScalarType type, BinaryOperator op, Level level) {
    const Operand operand = [&](ScalarType other) { return expression({other, level, options_.depth - 1}); };
    if (shape(op) == OperatorShape::shift) return good_count(type, operand);
    const bool divides = op == BinaryOperator::divide || op == BinaryOperator::remainder;
    if (divides && is_integer(type)) return good_divisor(type, operand);
    return divides && is_exact() ? power_of_two() : rest(type, operand(type));
}

void KernelGenerator::assign_variable(Block& block) {
    std::vector<const Variable*> fitting;
    for (const Variable& variable : variables_)
        if (variable.assignable && control() <= variable.level) fitting.push_back(&variable);
    if (fitting.empty()) return declare(block);
    const Variable variable = *random_.pick(fitting);
    std::optional<BinaryOperator> op;
    if (random_.chance(50)) op = compound_operator(variable.type);
    const Within within(is_loose_, variable.loose);
    Expression value = op ? compound_operand(variable.type, *op, variable.level)
                          : value_of({variable.type, variable.level, options_.depth}, variable.loose);
    block.statements.push_back(assign(name(variable.name), op, std::move(value)));
    if (op && is_exact() && is_float(variable.type))
        block.statements.push_back(settle(variable.type, name(variable.name)));
}

void KernelGenerator::store_element(Block& block) {
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_)
        if (array.use == Use::output) fitting.push_back(&array);
    const Array array = *random_.pick(fitting);
    std::optional<BinaryOperator> op;
    const bool settles = is_exact() && is_float(array.element);
    if (array.initialised && random_.chance(50) && !(settles && array.row)) op = compound_operator(array.element);
    const Within within(is_loose_, array.loose);
    Expression value = op ? compound_operand(array.element, *op, Level::varying)
                          : value_of({array.element, Level::varying, options_.depth}, array.loose);
    Expression target = element(array.name, own_element(array, 0));
    if (op && settles) {
        block.statements.push_back(assign(target, op, std::move(value)));
        block.statements.push_back(settle(array.element, std::move(target)));
        return;
    }
    block.statements.push_back(assign(std::move(target), op, std::move(value)));
}

void KernelGenerator::store_run(Block& block) {
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_)
        if (array.use == Use::output && array.row) fitting.push_back(&array);
    if (fitting.empty()) return store_element(block);
    const Array array = *random_.pick(fitting);
    const auto most = static_cast<int>(array.axes.back().extent);
    const int elements = random_.between(1, most);
    const Need need{array.element, Level::varying, 2};
    const bool readable = run_leaf(ScalarType::f32, elements, need) || run_leaf(ScalarType::i32, elements, need) ||
                          run_leaf(array.element, elements, need);
    const Within within(is_loose_, array.loose);
    Expression value =
        readable && random_.chance(75) ? run_expression(array.element, elements, need) : expression(need);
    value = rest(array.element, std::move(value));
    Expression target = run(array.name, own_element(array, elements - 1), elements);
    block.statements.push_back(evaluate(call("store", list(std::move(target), std::move(value)))));
}

void KernelGenerator::conditional(Block& block) {
    syntax::If result;
    Level level = any_level();
    const int arms = random_.chance(25) ? 2 : 1;
    for (int i = 0; i < arms; ++i) {
        if (i > 0) frames_.push_back({FrameKind::arm, level});
        Expression condition = expression({ScalarType::boolean, level, options_.depth});
        if (i > 0) frames_.pop_back();
        Block then = arm(level, random_.between(1, 2));
        result.arms.push_back({std::move(condition), std::move(then)});
    }
    if (random_.chance(45)) result.otherwise = arm(level, random_.between(1, 2));
    block.statements.push_back({std::move(result), {}});
}

/// Beginnings and ends at the ends of the type, where a range must not wrap.
std::vector<Expression> KernelGenerator::extreme_range(ScalarType type, Level level) {
    const bool wide = type == ScalarType::i64;
    const bool is_unsigned = type == ScalarType::u32;
    const std::int64_t highest = wide ? INT64_MAX : is_unsigned ? INT64_C(0xFFFFFFFF) : INT32_MAX;
    const std::int64_t lowest = wide ? INT64_MIN : is_unsigned ? 0 : INT32_MIN;
    Expression offset = binary(BinaryOperator::bit_and, expression({type, level, 1}), integer(3));
    if (is_unsigned || random_.chance(50))
        return list(binary(BinaryOperator::add, std::move(offset), integer(highest - 9)),
                    convert(type, integer(highest)), integer(random_.between(2, 5)));
    if (random_.chance(30))
        return list(convert(type, integer(highest - 1)), convert(type, integer(lowest)), integer(lowest));
    return list(binary(BinaryOperator::add, std::move(offset), integer(lowest + 5)), convert(type, integer(lowest)),
                integer(-random_.between(1, 3)));
}

/// At most about sixteen turns.
std::vector<Expression> KernelGenerator::range_arguments(ScalarType type, Level level) {
    if (random_.chance(15)) return extreme_range(type, level);
    const auto small = [&](int mask) {
        Expression any = expression({type, level, 2});
        return binary(BinaryOperator::bit_and, std::move(any), integer(mask));
    };
    Expression end = small(7);
    if (random_.chance(30)) return list(std::move(end));
    Expression start = small(3);
    if (random_.chance(30)) return list(std::move(start), std::move(end));
    const bool is_signed = type != ScalarType::u32;
    if (random_.chance(40)) {
        const int step = random_.between(1, 4);
        return list(std::move(start), std::move(end), integer(is_signed && random_.chance(50) ? -step : step));
    }
    if (is_signed && random_.chance(50)) {
        Expression condition = expression({ScalarType::boolean, level, 1});
        Expression step = call("where", list(std::move(condition), convert(type, integer(2)), integer(-1)));
        return list(std::move(start), std::move(end), std::move(step));
    }
    Expression step = binary(BinaryOperator::add, small(3), integer(1));
    return list(std::move(start), std::move(end), std::move(step));
}

void KernelGenerator::counted_loop(Block& block) {
    constexpr std::array types{ScalarType::i32, ScalarType::i32, ScalarType::u32, ScalarType::i64};
    const ScalarType type = random_.pick(types);
    const Level trip = any_level();
    std::vector<Expression> arguments = range_arguments(type, trip);
    std::optional<Expression> unroll;
    if (random_.chance(15)) unroll = integer(random_.between(1, 4));
    const std::string variable = fresh("i");
    variables_.push_back({variable, type, trip, false});
    Block turns = loop_body(trip);
    variables_.pop_back();
    std::optional<Expression> start;
    std::optional<Expression> step;
    if (arguments.size() > 2) step = arguments[2];
    if (arguments.size() > 1) start = arguments[0];
    Expression end = arguments[arguments.size() > 1 ? 1 : 0];
    block.statements.push_back(
        {syntax::For{
             std::move(unroll), {variable, {}}, std::move(start), std::move(end), std::move(step), std::move(turns)},
         {}});
}

/// A variable counts down, so that the loop ends.
void KernelGenerator::condition_loop(Block& block) {
    const bool by_warp = random_.chance(35) && control() <= Level::warp_uniform;
    const Level trip = by_warp ? Level::warp_uniform : join(any_level(), control());
    const Level level = by_warp ? Level::varying : trip;
    const std::string left = fresh("w");
    Expression turns = expression({ScalarType::i32, level, 2});
    block.statements.push_back(
        var(left, ScalarType::i32, binary(BinaryOperator::bit_and, std::move(turns), integer(7))));
    variables_.push_back({left, ScalarType::i32, level, false});
    Expression condition = binary(BinaryOperator::greater, name(left), integer(0));
    if (by_warp) condition = collective("any", Scope::lanes, std::move(condition));
    Block turn = block_of(assign(name(left), BinaryOperator::subtract, integer(1)));
    Block rest = loop_body(trip);
    for (Statement& inner : rest.statements) turn.statements.push_back(std::move(inner));
    if (!by_warp && random_.chance(40)) {
        frames_.push_back({FrameKind::arm, level});
        Expression more = expression({ScalarType::boolean, level, 2});
        frames_.pop_back();
        condition = binary(BinaryOperator::logical_and, std::move(condition), std::move(more));
    }
    block.statements.push_back(repeat(std::move(condition), std::move(turn)));
}

/// The lane-strided loop over one row of an input, elements or runs.
void KernelGenerator::strided_sum(Block& block) {
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_)
        if (array.use == Use::input && is_number(array.element)) fitting.push_back(&array);
    if (fitting.empty()) return declare(block);
    const Array array = *random_.pick(fitting);
    const Axis axis = array.axes.back();
    const bool whole = random_.chance(40);
    const bool bytes_only = array.element == ScalarType::i8 || array.element == ScalarType::u8;
    const int elements = axis.extent % 16 == 0 && random_.chance(50) ? 16 : axis.extent % 4 == 0 ? 4 : 1;
    const ScalarType type = bytes_only && random_.chance(70) ? ScalarType::i32 : array.element;
    const std::string sum = fresh("v");
    const std::string k = fresh("k");
    const auto at_k = [&](const Array& source) {
        std::vector<Expression> places = subscripts(source, 0, any_level(), 1);
        places.back() = name(k);
        Expression read =
            elements > 1 ? run(source.name, std::move(places), elements) : element(source.name, std::move(places));
        return type == source.element ? std::move(read) : convert(type, std::move(read));
    };
    Expression product = at_k(array);
    for (const Array& other : arrays_) {
        if (other.use != Use::input || other.axes.back().extent < axis.extent || !is_number(other.element)) continue;
        if (random_.chance(40)) continue;
        const Array copy = other;
        Expression factor = at_k(copy);
        product = binary(BinaryOperator::multiply, std::move(product), std::move(factor));
        break;
    }
    product = summand(type, std::move(product), elements);
    if (elements > 1) product = call("sum", list(std::move(product)));
    const auto scaled = [&](Expression index) {
        return elements > 1 ? binary(BinaryOperator::multiply, std::move(index), integer(elements)) : index;
    };
    block.statements.push_back(var(sum, type, literal(type)));
    syntax::For loop{std::nullopt,
                     {k, {}},
                     scaled(field(whole ? ContextField::thread : ContextField::lane)),
                     axis.spelling,
                     scaled(field(whole ? ContextField::threads : ContextField::lanes)),
                     block_of(assign(name(sum), BinaryOperator::add, std::move(product)))};
    if (is_exact() && is_float(type)) loop.body.statements.push_back(settle(type, name(sum)));
    block.statements.push_back({std::move(loop), {}});
    variables_.push_back({sum, type, Level::varying, true});
}

/// Every thread gives a value to a shared buffer and reads another's.
void KernelGenerator::exchange(Block& block) {
    if (control() != Level::uniform) return assign_variable(block);
    const ScalarType type = any_type();
    const bool loose = may_be_loose(type);
    Expression value = value_of({type, Level::varying, options_.depth}, loose);
    const std::string buffer = fresh("s");
    const Axis axis{threads(), random_.chance(50) ? field(ContextField::threads) : integer(threads())};
    block.statements.push_back(shared(buffer, type, axis.spelling));
    block.statements.push_back(
        assign(element(buffer, list(field(ContextField::thread))), std::nullopt, std::move(value)));
    block.statements.push_back(evaluate(call("barrier", {})));
    arrays_.push_back({buffer, type, {axis}, Use::input});
    arrays_.back().loose = loose;
    const Level level = any_level();
    const std::string got = fresh("l");
    Expression read = element(buffer, list(subscript(axis, 0, level, 2)));
    if (random_.chance(40) && type != ScalarType::boolean) {
        const int elements = random_.between(1, 16);
        read = run(buffer, list(subscript(axis, elements - 1, level, 2)), elements);
        read = rest(type, call("sum", list(summand(type, std::move(read), elements))));
    }
    block.statements.push_back(let(got, std::move(read)));
    variables_.push_back({got, type, level, false, loose});
    block.statements.push_back(evaluate(call("barrier", {})));
    arrays_.back().use = Use::output;
    arrays_.back().own = list(field(ContextField::thread));
}

void KernelGenerator::count(Block& block) {
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_)
        if (array.use == Use::counter) fitting.push_back(&array);
    if (fitting.empty()) return store_element(block);
    const Array array = *random_.pick(fitting);
    std::vector<Expression> arguments = list(name(array.name));
    arguments.push_back(subscript(array.axes[0], 0, any_level(), 2));
    switch (array.atomic) {
        case Builtin::atomic_exchange: arguments.push_back(integer(77)); break;
        case Builtin::atomic_cas:
            arguments.push_back(integer(0));
            arguments.push_back(integer(55));
            break;
        default:
            if (is_float(array.element)) {
                Expression small =
                    binary(BinaryOperator::bit_and, expression({ScalarType::i32, Level::varying, 2}), integer(15));
                arguments.push_back(convert(array.element, std::move(small)));
            } else {
                arguments.push_back(expression({array.element, Level::varying, 2}));
            }
    }
    block.statements.push_back(evaluate(call(spelling(array.atomic), std::move(arguments))));
}

/// break, continue or return under a condition, where the levels of the loops around allow it.
void KernelGenerator::leave(Block& block) {
    const Level level = any_level();
    Expression condition = expression({ScalarType::boolean, level, 2});
    const bool inside = loops_ > 0;
    const auto loop = std::ranges::find(frames_.rbegin(), frames_.rend(), FrameKind::loop, &Frame::kind);
    const Level parted = join(level, since_loop());
    if (inside && random_.chance(45)) {
        block.statements.push_back(when(std::move(condition), block_of({syntax::Continue{}, {}})));
        loop->level = join(loop->level, parted);
    } else if (inside && random_.chance(80) && parted <= loop->level) {
        block.statements.push_back(when(std::move(condition), block_of({syntax::Break{}, {}})));
    } else if (random_.chance(inside ? 60 : 20) && may_return(level)) {
        const Level all = join(level, control());
        block.statements.push_back(when(std::move(condition), block_of({syntax::Return{}, {}})));
        frames_.front().level = join(frames_.front().level, all);
        may_end_ = true;
    }
}

void KernelGenerator::meet(Block& block) {
    if (control() == Level::uniform && random_.chance(50))
        block.statements.push_back(evaluate(call("barrier", {})));
    else if (control() <= Level::warp_uniform)
        block.statements.push_back(evaluate(call("warp_barrier", {})));
    if (storing_target_ && random_.chance(60)) {
        const ScalarType type = arrays_[*storing_target_].element;
        Expression value = value_of({type, Level::varying, 2}, arrays_[*storing_target_].loose);
        block.statements.push_back(
            evaluate(call("put", list(name(arrays_[*storing_target_].name), name("g"), std::move(value)))));
    }
}

void KernelGenerator::meet_grid(Block& block) {
    if (control() != Level::uniform || may_end_) return;
    block.statements.push_back(evaluate(call("grid_barrier", list(name("bar")))));
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        Array& array = arrays_[i];
        const bool is_parameter = std::ranges::find(parameters_, array.name, [](const auto& each) {
                                      return each.name.text;
                                  }) != parameters_.end();
        if (array.use != Use::output || !array.initialised || !is_parameter || storing_target_ == i) continue;
        const auto others = std::ranges::count(arrays_, Use::output, &Array::use);
        if (others > 3 && random_.chance(50)) array.use = Use::input;  // from here on nobody writes to it
    }
}

Level KernelGenerator::control() const {
    Level level = Level::uniform;
    for (const Frame& frame : frames_) level = join(level, frame.level);
    return level;
}

Level KernelGenerator::since_loop() const {
    Level level = Level::uniform;
    for (auto frame = frames_.rbegin(); frame != frames_.rend() && frame->kind != FrameKind::loop; ++frame)
        level = join(level, frame->level);
    return level;
}

bool KernelGenerator::may_return(Level condition) const {
    Level parted = condition;
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
        if (frame->kind == FrameKind::loop && parted > frame->level) return false;
        parted = join(parted, frame->level);
    }
    return true;
}

Level KernelGenerator::any_level() {
    const std::size_t roll = random_.below(100);
    return roll < 60 ? Level::varying : roll < 80 ? Level::warp_uniform : Level::uniform;
}

std::string KernelGenerator::fresh(const char* prefix) { return prefix + std::to_string(names_++); }

}  // namespace phobos::fuzz
