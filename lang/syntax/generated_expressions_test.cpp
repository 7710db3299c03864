// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <tuple>

#include "lang/syntax/generated_trees.h"

namespace phobos::syntax::generated {

Gen<std::vector<Expression>> any_expressions(int depth, std::size_t least) {
    return rc::gen::mapcat(rc::gen::inRange<std::size_t>(least, 4), [depth](std::size_t count) {
        return rc::gen::container<std::vector<Expression>>(count, any_expression(depth));
    });
}

namespace {

Gen<Expression> any_leaf() {
    return rc::gen::oneOf(
        as_expression<IntegerLiteral>(rc::gen::map(
            rc::gen::pair(rc::gen::arbitrary<std::uint64_t>(), rc::gen::arbitrary<bool>()),
            [](std::pair<std::uint64_t, bool> value) { return IntegerLiteral{value.first, value.second}; })),
        as_expression<FloatLiteral>(
            rc::gen::map(rc::gen::element<std::string>("1.", "0.5", "1e-3", "1.5e+10", "inf", "nan", "2E3"),
                         [](std::string text) { return FloatLiteral{std::move(text)}; })),
        as_expression<BoolLiteral>(
            rc::gen::map(rc::gen::arbitrary<bool>(), [](bool value) { return BoolLiteral{value}; })),
        as_expression<NameUse>(rc::gen::map(any_name(), [](Name name) { return NameUse{std::move(name)}; })),
        as_expression<ContextUse>(
            rc::gen::map(any_row(context_fields), [](const ContextFieldRow& row) { return ContextUse{row.field}; })));
}

Gen<Place> any_place(int depth) {
    const auto build = [](std::pair<int, std::pair<Expression, Expression>> parts) {
        auto& [form, both] = parts;
        auto& [first, second] = both;
        switch (form) {
            case 0: return Place{Point{std::move(first)}, {}};
            case 1: return Place{LengthSpan{std::move(first), std::move(second)}, {}};
            case 2: return Place{RangeSpan{std::move(first), std::move(second)}, {}};
            case 3: return Place{RangeSpan{std::move(first), std::nullopt}, {}};
            case 4: return Place{RangeSpan{std::nullopt, std::move(second)}, {}};
            default: return Place{RangeSpan{}, {}};
        }
    };
    return rc::gen::map(
        rc::gen::pair(rc::gen::inRange(0, 6), rc::gen::pair(any_expression(depth), any_expression(depth))), build);
}

}  // namespace

Gen<Expression> any_subscript(int depth) {
    return rc::gen::mapcat(rc::gen::inRange<std::size_t>(1, 4), [depth](std::size_t count) {
        return as_expression<Subscript>(
            rc::gen::map(rc::gen::pair(any_name(), rc::gen::container<std::vector<Place>>(count, any_place(depth))),
                         [](std::pair<Name, std::vector<Place>> parts) {
                             return Subscript{std::move(parts.first), std::move(parts.second)};
                         }));
    });
}

Gen<Expression> any_call(int depth) {
    return as_expression<Call>(
        rc::gen::map(rc::gen::tuple(any_name(), rc::gen::inRange(0, 4), any_expressions(depth, 0)),
                     [](std::tuple<Name, int, std::vector<Expression>> parts) {
                         auto& [callee, scope, arguments] = parts;
                         std::optional<Scope> over;
                         if (scope == 0) over = Scope::lanes;
                         if (scope == 1) over = Scope::threads;
                         return Call{std::move(callee), over, std::move(arguments)};
                     }));
}

Gen<Expression> any_expression(int depth) {
    if (depth <= 0) return any_leaf();
    // Deferred, since a generator of every production would be built at every level otherwise.
    return rc::gen::mapcat(rc::gen::inRange(0, 8), [depth](int form) -> Gen<Expression> {
        switch (form) {
            case 0: return any_leaf();
            case 1: return any_call(depth - 1);
            case 2: return any_subscript(depth - 1);
            case 3:
            case 4:
                return as_expression<Unary>(
                    rc::gen::map(rc::gen::pair(any_row(unary_operators), any_expression(depth - 1)),
                                 [](std::pair<UnaryOperatorRow, Expression> parts) {
                                     return Unary{parts.first.op, std::move(parts.second)};
                                 }));
            default:
                return as_expression<Binary>(rc::gen::map(
                    rc::gen::tuple(any_row(binary_operators), any_expression(depth - 1), any_expression(depth - 1)),
                    [](std::tuple<BinaryOperatorRow, Expression, Expression> parts) {
                        auto& [op, left, right] = parts;
                        return Binary{op.op, std::move(left), std::move(right)};
                    }));
        }
    });
}

namespace {

TEST(Printer, RoundTripsGeneratedExpressions) {
    for_all("print then parse gives an equal expression", [] {
        const Expression expression = *any_expression(5);
        RC_ASSERT(round_trip_fault(with_statements({{Return{expression}, {}}})) == "");
    });
}

}  // namespace
}  // namespace phobos::syntax::generated
