// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "fuzz/generate/kernel_generator.h"
#include "fuzz/generate/values.h"
#include "lang/base/assert.h"

namespace phobos::fuzz {

KernelGenerator::KernelGenerator(std::uint64_t seed, const Options& options)
    : random_(seed), seed_(seed), options_(options) {}

void KernelGenerator::choose_shape() {
    lanes_ = random_.chance(60) ? 32 : 64;
    if (options_.lanes != 0) lanes_ = options_.lanes;
    warps_ = random_.between(1, random_.chance(15) ? 6 : 4);
    if (lanes_ == 64) warps_ = std::min(warps_, 3);
    grid_ = {random_.between(1, 3), random_.chance(15) ? 2 : 1, 1};
    attributes_.push_back({{"launch", {}}, list(integer(threads())), {}, {}, "", {}});
}

Axis KernelGenerator::axis(std::int64_t extent) {
    if (random_.chance(40)) return {extent, integer(extent)};
    const std::string dim = fresh("D");
    if (extent % 16 == 0 && random_.chance(40)) {
        if (attributes_.size() < 2) attributes_.push_back({{"aligned", {}}, {}, {}, {}, "", {}});
        attributes_.back().alignments.push_back({{dim, {}}, integer(16)});
    }
    return {extent, name(dim)};
}

Numbers KernelGenerator::numbers_of(const Array& array) const {
    if (array.use == Use::counter) return Numbers::small;
    return is_exact() && is_float(array.element) ? Numbers::exact : Numbers::any;
}

void KernelGenerator::add_array(Array array, std::optional<engine::Argument> argument) {
    std::vector<std::int64_t> shape;
    std::vector<Expression> dims;
    for (const Axis& axis : array.axes) {
        shape.push_back(axis.extent);
        dims.push_back(axis.spelling);
    }
    parameters_.push_back({{array.name, {}}, {syntax::TensorTypeUse{array.element, std::move(dims)}, {}}});
    if (!argument) {
        auto tensor = array.initialised ? engine::make_zeroed(array.element, shape)
                                        : engine::make_unwritten(array.element, shape);
        PHOBOS_ASSERT(tensor);
        if (array.initialised && array.atomic != Builtin::atomic_cas) fill(*tensor, random_, numbers_of(array));
        const std::int64_t offset = random_.chance(30) ? bytes(array.element) * random_.between(1, 40) : 0;
        argument = engine::OwnTensor{std::move(*tensor), offset};
    }
    arguments_.push_back(std::move(*argument));
    array.given = array.use == Use::input;
    arrays_.push_back(std::move(array));
}

void KernelGenerator::add_inputs() {
    const int inputs = random_.between(2, 4);
    for (int i = 0; i < inputs; ++i) {
        Array array{fresh("A"), any_type(), {}, Use::input};
        switch (random_.below(6)) {
            case 0: array.axes = {axis(blocks() * threads())}; break;
            case 1: array.axes = {axis(blocks()), axis(threads())}; break;
            case 2: array.axes = {axis(blocks() * threads()), axis(random_.between(1, 4) * 4)}; break;
            case 3: array.axes = {axis(random_.between(1, 5)), axis(random_.between(1, 90))}; break;
            case 4: array.axes = {axis(random_.between(1, 3)), axis(16 * random_.between(1, 20))}; break;
            default: array.axes = {axis(blocks()), axis(warps_), axis(lanes_ * random_.between(1, 2))}; break;
        }
        add_array(std::move(array), std::nullopt);
    }
    if (!random_.chance(50)) return;
    const Axis shared_axis = axis(16 * random_.between(1, 40));
    for (int i = 0; i < 2; ++i) {
        const ScalarType type = random_.chance(50) ? ScalarType::i8 : ScalarType::u8;
        add_array({fresh("A"), type, {axis(random_.between(1, 4)), shared_axis}, Use::input}, std::nullopt);
    }
}

/// Another tensor in the memory of the first input.
void KernelGenerator::add_view() {
    if (!random_.chance(20)) return;
    const ScalarType type = any_number();
    if (is_exact() && (is_float(type) || is_float(arrays_.front().element))) return;  // bits would be any value
    auto& own = std::get<engine::OwnTensor>(arguments_.front());
    const auto elements = static_cast<std::int64_t>(own.tensor.bytes().size()) / bytes(type);
    if (elements < 2) return;
    own.byte_offset = 0;
    const std::int64_t first = random_.between(0, 1);
    Array array{fresh("A"), type, {axis(elements - first)}, Use::input};
    add_array(std::move(array), engine::ViewOf{0, first * bytes(type), type, {elements - first}});
}

void KernelGenerator::add_outputs() {
    const std::int64_t all = blocks() * threads();
    const auto thread = field(ContextField::thread);
    const int outputs = random_.between(1, 3);
    for (int i = 0; i < outputs; ++i) {
        Array array{fresh("O"), any_type(), {}, Use::output};
        array.loose = may_be_loose(array.element);
        array.initialised = random_.chance(70);
        switch (random_.below(5)) {
            case 0:
                array.axes = {axis(all)};
                array.own = list(name("g"));
                if (!storing_target_) storing_target_ = arrays_.size();
                break;
            case 1:
                array.axes = {axis(blocks()), axis(threads())};
                array.own = list(name("b"), thread);
                break;
            case 2:
                array.axes = {axis(threads()), axis(blocks())};
                array.own = list(thread, name("b"));
                break;
            case 3:
                array.axes = {axis(blocks()), axis(warps_), axis(lanes_)};
                array.own = list(name("b"), field(ContextField::warp), field(ContextField::lane));
                break;
            default:
                array.axes = {axis(all), axis(random_.between(1, 4) * (random_.chance(70) ? 4 : 3))};
                array.own = list(name("g"));
                array.row = true;
        }
        add_array(std::move(array), std::nullopt);
    }
    for (const ScalarType type : {ScalarType::i64, ScalarType::f64}) {
        Array tiles{type == ScalarType::i64 ? "INTEGER_TILES" : "FLOAT_TILES", type, {}, Use::rows};
        tiles.axes = {axis(blocks() * block_rows), axis(random_.between(1, 40))};
        tiles.initialised = random_.chance(50);
        tiles.loose = options_.bounded == Bounded::enclosed && is_float(type);  // nobody reads them
        add_array(std::move(tiles), std::nullopt);
        Array array{type == ScalarType::i64 ? "INTEGERS" : "FLOATS", type, {axis(all), {4, integer(4)}}, Use::output};
        array.initialised = false;
        array.own = list(name("g"));
        array.row = true;
        add_array(std::move(array), std::nullopt);
    }
}

void KernelGenerator::add_counters() {
    constexpr std::array types{ScalarType::i32, ScalarType::u32, ScalarType::i64, ScalarType::f32};
    std::vector<Builtin> atomics;
    for (const BuiltinRow& row : builtins)
        if (row.family == BuiltinFamily::atomic) atomics.push_back(row.builtin);
    const int counters = random_.between(0, 2);
    for (int i = 0; i < counters; ++i) {
        Array array{fresh("C"), random_.pick(types), {axis(random_.between(1, 40))}, Use::counter};
        if (options_.bounded == Bounded::enclosed && is_float(array.element)) array.element = ScalarType::i32;
        array.atomic = array.element == ScalarType::f32 ? Builtin::atomic_add : random_.pick(atomics);
        add_array(std::move(array), std::nullopt);
    }
}

void KernelGenerator::add_scalars() {
    const int scalars = random_.between(0, 3);
    for (int i = 0; i < scalars; ++i) {
        const ScalarType type = any_type();
        const std::string parameter = fresh("p");
        parameters_.push_back({{parameter, {}}, scalar(type)});
        const bool exact = is_exact() && is_float(type);
        arguments_.emplace_back(engine::Scalar{type, exact ? exact_value(type, random_) : any_value(type, random_)});
        variables_.push_back({parameter, type, Level::uniform, false});
    }
}

/// What blocks count at a barrier of the grid (coll-22).
void KernelGenerator::add_bar() {
    if (grid_.y != 1 || !random_.chance(8) || !options_.meets_grid) return;
    has_bar_ = true;
    attributes_.push_back({{"persistent", {}}, {}, {}, {}, "", {}});
    parameters_.push_back({{"bar", {}}, {syntax::TensorTypeUse{ScalarType::i32, list(integer(2))}, {}}});
    auto zeros = engine::make_zeroed(ScalarType::i32, {2});
    PHOBOS_ASSERT(zeros);
    arguments_.emplace_back(engine::OwnTensor{std::move(*zeros), 0});
}

syntax::Function KernelGenerator::function(const std::string& function_name) {
    const std::vector<Variable> outside = std::move(variables_);
    variables_.clear();
    const Level under = any_level();
    FunctionSignature signature{function_name, {}, any_type(), under};
    syntax::Function result{{function_name, {}}, {}, scalar(signature.result), {}, {}};
    const int parameters = random_.between(1, 3);
    for (int i = 0; i < parameters; ++i) {
        const ScalarType type = any_type();
        const std::string parameter = fresh("x");
        signature.parameters.push_back(type);
        result.parameters.push_back({{parameter, {}}, scalar(type)});
        variables_.push_back({parameter, type, Level::varying, false});
    }
    in_function_ = true;
    frames_ = {{FrameKind::function, under}};
    const int statements = random_.between(0, 2);
    for (int i = 0; i < statements; ++i) statement(result.body);
    const Need need{signature.result, Level::varying, 2};
    if (random_.chance(50)) {
        Expression condition = expression({ScalarType::boolean, Level::varying, 2});
        Expression early = value_of({signature.result, Level::varying, 0});
        result.body.statements.push_back(when(std::move(condition), block_of({syntax::Return{std::move(early)}, {}})));
        frames_.front().level = Level::varying;
    }
    Expression returned = value_of(need);
    for (std::size_t i = static_cast<std::size_t>(parameters); i < variables_.size(); ++i)
        returned = with(need.type, std::move(returned), variables_[i]);
    result.body.statements.push_back({syntax::Return{std::move(returned)}, {}});
    in_function_ = false;
    functions_.push_back(std::move(signature));
    variables_ = outside;
    return result;
}

/// A function without a result that stores to its caller's tensor, unless it returns before.
syntax::Function KernelGenerator::storing_function() {
    const ScalarType type = arrays_[*storing_target_].element;
    syntax::Function result{{"put", {}}, {}, std::nullopt, {}, {}};
    result.parameters.push_back({{"target", {}}, {syntax::TensorTypeUse{type, list(name("N"))}, {}}});
    result.parameters.push_back({{"at", {}}, scalar(ScalarType::i32)});
    result.parameters.push_back({{"value", {}}, scalar(type)});
    Expression even =
        binary(BinaryOperator::equal, binary(BinaryOperator::bit_and, name("at"), integer(1)), integer(0));
    result.body = block_of(when(std::move(even), block_of({syntax::Return{}, {}})));
    result.body.statements.push_back(assign(element("target", list(name("at"))), std::nullopt, name("value")));
    return result;
}

/// The value with that of a variable in it, where their types allow it.
Expression KernelGenerator::with(ScalarType type, Expression value, const Variable& variable) {
    const bool is_same = type == variable.type;
    if (!is_same && (!is_number(type) || !is_number(variable.type))) return value;
    Expression other = is_same ? name(variable.name) : converted(variable.type, type, name(variable.name));
    if (is_float(type)) return call("max", list(std::move(value), std::move(other)));
    return binary(BinaryOperator::bit_xor, std::move(value), std::move(other));
}

/// What the variables hold at the end: of the last ones exactly.
void KernelGenerator::finish(Block& block) {
    const auto put = [&](const char* array, int column, Expression value) {
        block.statements.push_back(
            assign(element(array, list(name("g"), integer(column))), std::nullopt, std::move(value)));
    };
    std::array<std::optional<Expression>, 4> integers;
    std::array<std::optional<Expression>, 4> floats;
    std::size_t next_integer = 0;
    std::size_t next_float = 0;
    for (auto variable = variables_.rbegin(); variable != variables_.rend(); ++variable) {
        if (is_float(variable->type)) {
            std::optional<Expression>& column = floats[next_float++ % floats.size()];
            column = column ? with(ScalarType::f64, std::move(*column), *variable)
                            : convert(ScalarType::f64, name(variable->name));
            continue;
        }
        std::optional<Expression>& column = integers[next_integer++ % integers.size()];
        const bool is_bool = variable->type == ScalarType::boolean;
        Expression value =
            is_bool ? call("where", list(name(variable->name), convert(ScalarType::i64, integer(1)), integer(0)))
                    : convert(ScalarType::i64, name(variable->name));
        column = column ? binary(BinaryOperator::bit_xor, std::move(*column), std::move(value)) : std::move(value);
    }
    for (int i = 0; i < 4; ++i) {
        if (auto& column = integers[static_cast<std::size_t>(i)]) put("INTEGERS", i, std::move(*column));
        if (auto& column = floats[static_cast<std::size_t>(i)]) put("FLOATS", i, std::move(*column));
    }
}

Generated KernelGenerator::generate() {
    choose_shape();
    add_inputs();
    add_view();
    add_outputs();
    add_counters();
    add_scalars();
    add_bar();

    syntax::File file;
    budget_ = 4;
    const int functions = random_.between(0, 2);
    for (int i = 0; i < functions; ++i) file.items.emplace_back(function(fresh("fn")));
    if (storing_target_) file.items.emplace_back(storing_function());
    for (int i = random_.between(0, 1); i > 0; --i) file.items.emplace_back(generator(fresh("gen")));

    frames_ = {{FrameKind::function, Level::uniform}};
    budget_ = options_.statements * 4;
    if (options_.faulty) plant_after_ = random_.between(0, options_.statements);
    Block body;
    Expression row =
        grid_.y > 1
            ? binary(BinaryOperator::add, field(ContextField::block_x),
                     binary(BinaryOperator::multiply, field(ContextField::block_y), field(ContextField::grid_x)))
        : random_.chance(20) ? call("program_id", list(integer(0)))
                             : field(ContextField::block_x);
    body.statements.push_back(let("b", std::move(row)));
    body.statements.push_back(
        let("g", binary(BinaryOperator::add, binary(BinaryOperator::multiply, name("b"), field(ContextField::threads)),
                        field(ContextField::thread))));
    variables_.push_back({"b", ScalarType::i32, Level::uniform, false});
    variables_.push_back({"g", ScalarType::i32, Level::varying, false});
    for (int i = 0; i < options_.statements; ++i) {
        statement(body);
        if (has_bar_ && random_.chance(30)) meet_grid(body);
    }
    if (plant_after_ >= 0) plant(body);
    finish(body);
    if (control() == Level::uniform) finish_tiles(body);
    file.items.emplace_back(
        syntax::Kernel{std::move(attributes_), {"generated", {}}, std::move(parameters_), std::move(body), {}});
    return {std::move(file), lanes_, {std::move(arguments_), grid_}, options_, seed_};
}

Generated generate_kernel(std::uint64_t seed, const Options& options) {
    return KernelGenerator(seed, options).generate();
}

}  // namespace phobos::fuzz
