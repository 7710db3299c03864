// SPDX-License-Identifier: Apache-2.0
#include "lang/syntax/printer.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "lang/syntax/generated_trees.h"

namespace phobos::syntax {
namespace {

using namespace generated;

struct Layout {
    std::string source;
    std::string printed;
};

TEST(Printer, GivesTheCanonicalText) {
    for (const Layout& row : {
             Layout{"kernel k(){}", "kernel k() {}\n"},
             Layout{"@launch(64)@aligned(K=16,N=8)@autotune(X in[1,2])@pipeline(a=1)@persistent kernel k(){}",
                    "@launch(64)\n@aligned(K = 16, N = 8)\n@autotune(X in [1, 2])\n@pipeline(a=1)\n@persistent\n"
                    "kernel k() {}\n"},
             Layout{"fn f(a:f32,T:tensor<i8>[N,4])->bool{return a>0.}fn g(){}",
                    "fn f(a: f32, T: tensor<i8>[N, 4]) -> bool {\n  return a > 0.\n}\n\nfn g() {}\n"},
             Layout{"fn f(){if a{b()}else if c{}else{d()}}",
                    "fn f() {\n  if a {\n    b()\n  } else if c {} else {\n    d()\n  }\n}\n"},
             Layout{"fn f(){for i in range(3){}\nfor<unroll 4>i in range(a,b,c){continue}\nwhile a{break}}",
                    "fn f() {\n  for i in range(3) {}\n  for<unroll 4> i in range(a, b, c) {\n    continue\n  }\n"
                    "  while a {\n    break\n  }\n}\n"},
             Layout{
                 "fn f(){let a:f32=1;var t:tile<f32>[4];x=2;A[i]+=3;g(1,2);return}",
                 "fn f() {\n  let a: f32 = 1\n  var t: tile<f32>[4]\n  x = 2\n  A[i] += 3\n  g(1, 2)\n  return\n}\n"},
         }) {
        EXPECT_EQ(print(parse_text(row.source).file), row.printed);
        EXPECT_EQ(print(parse_text(row.printed).file), row.printed);
    }
}

TEST(Printer, WritesParenthesesWherePrecedenceNeedsThem) {
    for (const Layout& row : {
             Layout{"((a))", "a"},
             Layout{"(a*b)+c", "a * b + c"},
             Layout{"a*(b+c)", "a * (b + c)"},
             Layout{"(a-b)-c", "a - b - c"},
             Layout{"a-(b-c)", "a - (b - c)"},
             Layout{"(a<b)==(c<d)", "a < b == c < d"},
             Layout{"(a<b)<c", "(a < b) < c"},
             Layout{"(a==b)!=c", "(a == b) != c"},
             Layout{"-(a+b)", "-(a + b)"},
             Layout{"-(-a)", "--a"},
             Layout{"-(-3)*-1.5", "--3 * -1.5"},
             Layout{"(-a)*b", "-a * b"},
             Layout{"a-(-b)", "a - -b"},
             Layout{"!(a&&b)||c", "!(a && b) || c"},
             Layout{"(a||b)&&c", "(a || b) && c"},
             Layout{"f((a),(b+c))", "f(a, b + c)"},
             Layout{"A[(i),(a||b):+(4)]", "A[i, a || b :+ 4]"},
             Layout{"A[:,a:,:b,a:b]", "A[:, a:, :b, a : b]"},
             Layout{"sum<over ctx . lane>((a))", "sum<over ctx.lane>(a)"},
             Layout{"0xABC+1_000+1_0.5e-3", "0xabc + 1000 + 10.5e-3"},
         }) {
        const Parsed parsed = parse_text("fn f() { return " + row.source + " }");
        ASSERT_TRUE(parsed.diagnostics.empty()) << row.source;
        const auto& function = std::get<Function>(parsed.file.items.at(0));
        const auto& statement = std::get<Return>(function.body.statements.at(0).node);
        EXPECT_EQ(print(*statement.value), row.printed);
    }
}

TEST(Printer, PrintsPartsOfAFile) {
    const File file = parse_text("fn f(a: tile<f16>[2]) {\n  g()\n}").file;
    const auto& function = std::get<Function>(file.items.at(0));
    EXPECT_EQ(print(file.items.at(0)), print(file));
    EXPECT_EQ(print(function.body.statements.at(0)), "g()\n");
    EXPECT_EQ(print(function.parameters.at(0).type), "tile<f16>[2]");
}

TEST(Printer, BreaksUpAnUnrollThatEndsWithAShift) {
    const Expression shift{Binary{BinaryOperator::shift_right, Expression{NameUse{{"a", {}}}, {}},
                                  Expression{IntegerLiteral{1, false}, {}}},
                           {}};
    const For loop{shift, {"i", {}}, std::nullopt, shift, std::nullopt, {}};
    EXPECT_EQ(print(Statement{loop, {}}), "for<unroll (a >> 1)> i in range(a >> 1) {}\n");
    EXPECT_EQ(round_trip_fault(with_statements({{loop, {}}})), "");
}

// --- generated files ---

Gen<std::optional<Expression>> maybe_expression(int depth) {
    return rc::gen::map(rc::gen::pair(rc::gen::arbitrary<bool>(), any_expression(depth)),
                        [](std::pair<bool, Expression> parts) {
                            return parts.first ? std::optional(std::move(parts.second)) : std::nullopt;
                        });
}

Gen<Type> any_type() {
    return rc::gen::map(rc::gen::tuple(rc::gen::inRange(0, 3), any_row(scalar_types), any_expressions(1, 1)),
                        [](std::tuple<int, ScalarTypeRow, std::vector<Expression>> parts) {
                            auto& [form, scalar, dims] = parts;
                            if (form == 0) return Type{ScalarTypeUse{scalar.type}, {}};
                            if (form == 1) return Type{TensorTypeUse{scalar.type, std::move(dims)}, {}};
                            return Type{TileTypeUse{scalar.type, std::move(dims)}, {}};
                        });
}

Gen<std::optional<Type>> maybe_type() {
    return rc::gen::map(rc::gen::pair(rc::gen::arbitrary<bool>(), any_type()), [](std::pair<bool, Type> parts) {
        return parts.first ? std::optional(std::move(parts.second)) : std::nullopt;
    });
}

Gen<Statement> any_statement(int depth);

Gen<Block> any_block(int depth) {
    return rc::gen::mapcat(rc::gen::inRange<std::size_t>(0, 4), [depth](std::size_t count) {
        return rc::gen::map(rc::gen::container<std::vector<Statement>>(count, any_statement(depth)),
                            [](std::vector<Statement> statements) { return Block{std::move(statements), {}}; });
    });
}

template <class Node>
Gen<Statement> as_statement(Gen<Node> node) {
    return rc::gen::map(std::move(node), [](Node value) { return Statement{std::move(value), {}}; });
}

Gen<Statement> any_simple_statement() {
    return rc::gen::oneOf(
        as_statement<Let>(rc::gen::map(rc::gen::tuple(any_name(), maybe_type(), any_expression(3)),
                                       [](std::tuple<Name, std::optional<Type>, Expression> parts) {
                                           auto& [name, type, value] = parts;
                                           return Let{std::move(name), std::move(type), std::move(value)};
                                       })),
        as_statement<Var>(rc::gen::map(rc::gen::tuple(any_name(), maybe_type(), maybe_expression(3)),
                                       [](std::tuple<Name, std::optional<Type>, std::optional<Expression>> parts) {
                                           auto& [name, type, value] = parts;
                                           return Var{std::move(name), std::move(type), std::move(value)};
                                       })),
        as_statement<Assign>(rc::gen::map(
            rc::gen::tuple(
                rc::gen::oneOf(any_subscript(2), as_expression<NameUse>(rc::gen::map(
                                                     any_name(), [](Name name) { return NameUse{std::move(name)}; }))),
                any_row(binary_operators), any_expression(3)),
            [](std::tuple<Expression, BinaryOperatorRow, Expression> parts) {
                auto& [target, op, value] = parts;
                std::optional<BinaryOperator> compound;
                if (!op.compound.empty()) compound = op.op;
                return Assign{std::move(target), compound, std::move(value)};
            })),
        as_statement<Return>(rc::gen::map(maybe_expression(3),
                                          [](std::optional<Expression> value) { return Return{std::move(value)}; })),
        as_statement<Evaluate>(rc::gen::map(any_call(3), [](Expression call) { return Evaluate{std::move(call)}; })),
        rc::gen::element(Statement{Break{}, {}}, Statement{Continue{}, {}}));
}

Gen<Statement> any_if(int depth) {
    return rc::gen::mapcat(rc::gen::inRange<std::size_t>(1, 4), [depth](std::size_t count) {
        const auto arm = rc::gen::map(
            rc::gen::pair(any_expression(2), any_block(depth)),
            [](std::pair<Expression, Block> parts) { return Arm{std::move(parts.first), std::move(parts.second)}; });
        return as_statement<If>(
            rc::gen::map(rc::gen::tuple(rc::gen::container<std::vector<Arm>>(count, arm), rc::gen::arbitrary<bool>(),
                                        any_block(depth)),
                         [](std::tuple<std::vector<Arm>, bool, Block> parts) {
                             auto& [arms, has_else, otherwise] = parts;
                             return If{std::move(arms), has_else ? std::optional(std::move(otherwise)) : std::nullopt};
                         }));
    });
}

Gen<Statement> any_for(int depth) {
    return as_statement<For>(rc::gen::map(
        rc::gen::tuple(maybe_expression(2), any_name(), rc::gen::inRange(1, 4), any_expression(2), any_block(depth)),
        [](std::tuple<std::optional<Expression>, Name, int, Expression, Block> parts) {
            auto& [unroll, variable, count, bound, body] = parts;
            For loop{std::move(unroll), std::move(variable), std::nullopt, bound, std::nullopt, std::move(body)};
            if (count > 1) loop.start = bound;
            if (count > 2) loop.step = bound;
            return loop;
        }));
}

Gen<Statement> any_statement(int depth) {
    if (depth <= 0) return any_simple_statement();
    return rc::gen::mapcat(rc::gen::inRange(0, 6), [depth](int form) -> Gen<Statement> {
        switch (form) {
            case 0: return any_if(depth - 1);
            case 1: return any_for(depth - 1);
            case 2:
                return as_statement<While>(rc::gen::map(
                    rc::gen::pair(any_expression(2), any_block(depth - 1)), [](std::pair<Expression, Block> parts) {
                        return While{std::move(parts.first), std::move(parts.second)};
                    }));
            default: return any_simple_statement();
        }
    });
}

Gen<std::vector<Parameter>> any_parameters() {
    return rc::gen::mapcat(rc::gen::inRange<std::size_t>(0, 4), [](std::size_t count) {
        return rc::gen::container<std::vector<Parameter>>(
            count, rc::gen::map(rc::gen::pair(any_name(), any_type()), [](std::pair<Name, Type> parts) {
                return Parameter{std::move(parts.first), std::move(parts.second)};
            }));
    });
}

Gen<AttributeUse> any_attribute() {
    return rc::gen::map(rc::gen::pair(rc::gen::inRange(0, 4), any_expressions(2, 1)),
                        [](std::pair<int, std::vector<Expression>> parts) {
                            auto& [form, values] = parts;
                            AttributeUse result;
                            result.name.text =
                                std::array{"launch", "autotune", "aligned", "swizzle"}[static_cast<std::size_t>(form)];
                            if (form == 0) result.expressions = values;
                            if (form == 1) result.choices = {{{"X", {}}, values}, {{"Y", {}}, values}};
                            if (form == 2)
                                result.alignments = {{{"K", {}}, values.front()}, {{"N", {}}, values.back()}};
                            if (form == 3) result.text = "a = [1,2], {b}";
                            return result;
                        });
}

Gen<Item> any_item() {
    return rc::gen::map(
        rc::gen::tuple(rc::gen::container<std::vector<AttributeUse>>(2, any_attribute()), any_name(), any_parameters(),
                       maybe_type(), any_block(2), rc::gen::arbitrary<bool>()),
        [](std::tuple<std::vector<AttributeUse>, Name, std::vector<Parameter>, std::optional<Type>, Block, bool>
               parts) {
            auto& [attributes, name, parameters, result, body, is_kernel] = parts;
            if (is_kernel) {
                return Item{Kernel{std::move(attributes), std::move(name), std::move(parameters), std::move(body), {}}};
            }
            return Item{Function{std::move(name), std::move(parameters), std::move(result), std::move(body), {}}};
        });
}

TEST(Printer, RoundTripsGeneratedFiles) {
    for_all("print then parse gives an equal file", [] {
        File file;
        file.items = *rc::gen::container<std::vector<Item>>(2, any_item());
        RC_ASSERT(round_trip_fault(file) == "");
    });
}

}  // namespace
}  // namespace phobos::syntax
