// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "fuzz/generate/kernel_generator.h"

namespace phobos::fuzz {

/// A statement that meets undefined behaviour in the threads for which a condition holds, if there are any.
void KernelGenerator::plant(Block& block) {
    if (control() == Level::uniform && random_.chance(20)) return plant_tile(block);
    const std::string chosen = fresh("c");
    const Level level = any_level();
    Expression value = expression({ScalarType::boolean, level, 2});
    if (level == Level::varying && random_.chance(50)) {
        Expression lanes = binary(BinaryOperator::bit_and, field(ContextField::lane), integer(random_.between(0, 31)));
        value = binary(BinaryOperator::greater, std::move(lanes), integer(random_.between(0, 8)));
    }
    block.statements.push_back(let(chosen, std::move(value)));
    const Expression condition = name(chosen);
    switch (random_.below(4)) {
        case 0: return plant_arithmetic(block, condition);
        case 1: return control() == Level::uniform ? plant_unwritten(block, condition) : plant_access(block, condition);
        default: return plant_access(block, condition);
    }
}

void KernelGenerator::plant_access(Block& block, const Expression& condition) {
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_)
        if (array.use == Use::output || (array.use == Use::input && array.initialised)) fitting.push_back(&array);
    const Array array = *random_.pick(fitting);
    std::vector<Expression> places = subscripts(array, 0, Level::varying, 1);
    const bool uses_run = random_.chance(50) && (array.use == Use::input || array.row);
    const std::size_t axis = uses_run ? places.size() - 1 : random_.below(places.size());
    const std::int64_t extent = array.axes[axis].extent;
    const auto elements = static_cast<int>(std::min<std::int64_t>(extent, random_.between(1, 8)));
    const std::int64_t last = uses_run ? extent - elements : extent - 1;
    Expression outside = integer(random_.chance(40) ? -random_.between(1, 5) : last + random_.between(1, 5));
    Expression inside = uses_run ? integer(0) : places[axis];
    places[axis] = call("where", list(condition, std::move(outside), std::move(inside)));
    Expression target =
        uses_run ? run(array.name, std::move(places), elements) : element(array.name, std::move(places));
    if (array.use == Use::output && (!array.initialised || random_.chance(50))) {
        Expression value = expression({array.element, Level::varying, 1});
        block.statements.push_back(uses_run ? evaluate(call("store", list(std::move(target), std::move(value))))
                                            : assign(std::move(target), std::nullopt, std::move(value)));
    } else {
        if (uses_run) target = call("elem", list(std::move(target), integer(0)));
        block.statements.push_back(let(fresh("f"), std::move(target)));
    }
}

void KernelGenerator::plant_arithmetic(Block& block, const Expression& condition) {
    const ScalarType type = any_integer();
    Expression value = expression({type, Level::varying, 1});
    const auto chosen = [&](std::int64_t bad, std::int64_t good) {
        return call("where", list(condition, convert(type, integer(bad)), integer(good)));
    };
    switch (random_.below(4)) {
        case 0:
            value = binary(random_.chance(50) ? BinaryOperator::divide : BinaryOperator::remainder, std::move(value),
                           chosen(0, 3));
            break;
        case 1: {
            const std::int64_t bad = is_signed_integer(type) && random_.chance(50) ? -1 : bits(type);
            value = binary(random_.chance(50) ? BinaryOperator::shift_left : BinaryOperator::shift_right,
                           std::move(value), chosen(bad, 1));
            break;
        }
        case 2: {
            Expression step = call("where", list(condition, integer(0), integer(2)));
            syntax::For loop{std::nullopt, {fresh("i"), {}}, integer(0), integer(5), std::move(step), {}};
            block.statements.push_back({std::move(loop), {}});
            return;
        }
        default: {
            const auto leaf = run_leaf(ScalarType::f32, 4, {ScalarType::f32, Level::varying, 1});
            if (!leaf) return;
            Expression index = call("where", list(condition, integer(random_.chance(50) ? 4 : -1), integer(3)));
            value = call("elem", list(*leaf, std::move(index)));
        }
    }
    block.statements.push_back(let(fresh("f"), std::move(value)));
}

/// Some threads' elements of a shared buffer stay unwritten, and are read.
void KernelGenerator::plant_unwritten(Block& block, const Expression& condition) {
    const ScalarType type = any_type();
    const std::string buffer = fresh("s");
    Expression own = element(buffer, list(field(ContextField::thread)));
    block.statements.push_back(shared(buffer, type, field(ContextField::threads)));
    Expression written = unary(UnaryOperator::logical_not, condition);
    block.statements.push_back(when(std::move(written), block_of(assign(own, std::nullopt, literal(type)))));
    block.statements.push_back(let(fresh("f"), std::move(own)));
}

}  // namespace phobos::fuzz
