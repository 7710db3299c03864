// SPDX-License-Identifier: Apache-2.0
#include "lang/syntax/parser.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>

namespace phobos::syntax {
namespace {

/// The file of a program without errors.
File parsed(std::string text) {
    const SourceFile source("test.ph", std::move(text));
    Parsed result = parse(source);
    for (const auto& diagnostic : result.diagnostics.in_order()) ADD_FAILURE() << diagnostic.message;
    return std::move(result.file);
}

Block body(std::string_view statements) {
    return std::get<Kernel>(parsed("kernel k() {\n" + std::string(statements) + "\n}").items.at(0)).body;
}

template <class Node>
Node only_statement(std::string_view text) {
    return std::get<Node>(body(text).statements.at(0).node);
}

Expression expression(std::string_view text) { return only_statement<Let>("let x = " + std::string(text)).value; }

Expression name(std::string text) { return {NameUse{{std::move(text), {}}}, {}}; }
Expression integer(std::uint64_t magnitude) { return {IntegerLiteral{magnitude, false}, {}}; }
Expression binary(BinaryOperator op, Expression left, Expression right) {
    return {Binary{op, std::move(left), std::move(right)}, {}};
}
Expression unary(UnaryOperator op, Expression operand) { return {Unary{op, std::move(operand)}, {}}; }
Place point(Expression index) { return {Point{std::move(index)}, {}}; }

TEST(Parser, GivesNothingForAnEmptyFile) {
    EXPECT_TRUE(parsed("").items.empty());
    EXPECT_TRUE(parsed("\n// only a comment\n;\n").items.empty());
}

TEST(Parser, ReadsLiterals) {
    EXPECT_EQ(expression("0x1F"), (Expression{IntegerLiteral{31, true}, {}}));
    EXPECT_EQ(expression("1_000"), integer(1000));
    EXPECT_EQ(expression("1_0.5"), (Expression{FloatLiteral{"10.5"}, {}}));
    EXPECT_EQ(expression("inf"), (Expression{FloatLiteral{"inf"}, {}}));
    EXPECT_EQ(expression("true"), (Expression{BoolLiteral{true}, {}}));
    EXPECT_EQ(expression("-3"), unary(UnaryOperator::negate, integer(3)));
}

TEST(Parser, BindsOperatorsByTheirPrecedence) {
    // Each operator against each: the tighter one is the inner one, and equals group to the left.
    for (const BinaryOperatorRow& first : binary_operators) {
        for (const BinaryOperatorRow& second : binary_operators) {
            if (first.precedence == second.precedence && first.shape == OperatorShape::comparison) continue;
            const std::string text = "a " + std::string(first.spelling) + " b " + std::string(second.spelling) + " c";
            const Expression expected = first.precedence >= second.precedence
                                            ? binary(second.op, binary(first.op, name("a"), name("b")), name("c"))
                                            : binary(first.op, name("a"), binary(second.op, name("b"), name("c")));
            EXPECT_EQ(expression(text), expected) << text;
        }
    }
}

TEST(Parser, BindsUnaryOperatorsTighterThanBinaryOnes) {
    EXPECT_EQ(expression("-a * !b"), binary(BinaryOperator::multiply, unary(UnaryOperator::negate, name("a")),
                                            unary(UnaryOperator::logical_not, name("b"))));
    EXPECT_EQ(expression("a--b"), binary(BinaryOperator::subtract, name("a"), unary(UnaryOperator::negate, name("b"))));
    EXPECT_EQ(expression("-~a"), unary(UnaryOperator::negate, unary(UnaryOperator::bit_not, name("a"))));
}

TEST(Parser, LetsParenthesesGroup) {
    EXPECT_EQ(expression("a * (b + c)"),
              binary(BinaryOperator::multiply, name("a"), binary(BinaryOperator::add, name("b"), name("c"))));
    EXPECT_EQ(expression("(a < b) < c"),
              binary(BinaryOperator::less, binary(BinaryOperator::less, name("a"), name("b")), name("c")));
    EXPECT_EQ(expression("((a))"), name("a"));
}

TEST(Parser, TellsACollectiveFromAComparison) {
    EXPECT_EQ(expression("sum<over ctx.lane>(a)"), (Expression{Call{{"sum", {}}, Scope::lanes, {name("a")}}, {}}));
    EXPECT_EQ(expression("any<over ctx.thread>(a)"), (Expression{Call{{"any", {}}, Scope::threads, {name("a")}}, {}}));
    EXPECT_EQ(expression("sum < over"), binary(BinaryOperator::less, name("sum"), name("over")));
    EXPECT_EQ(expression("sum(a)"), (Expression{Call{{"sum", {}}, std::nullopt, {name("a")}}, {}}));
}

TEST(Parser, ReadsEveryFieldOfTheContext) {
    for (const ContextFieldRow& row : context_fields)
        EXPECT_EQ(expression(row.spelling), (Expression{ContextUse{row.field}, {}})) << row.spelling;
}

TEST(Parser, ReadsSubscripts) {
    EXPECT_EQ(
        expression("A[i, k + 1:+16]"),
        (Expression{Subscript{{"A", {}},
                              {point(name("i")),
                               {LengthSpan{binary(BinaryOperator::add, name("k"), integer(1)), integer(16)}, {}}}},
                    {}}));
    EXPECT_EQ(expression("A[a : b, :, :e, a:]"), (Expression{Subscript{{"A", {}},
                                                                       {{RangeSpan{name("a"), name("b")}, {}},
                                                                        {RangeSpan{}, {}},
                                                                        {RangeSpan{std::nullopt, name("e")}, {}},
                                                                        {RangeSpan{name("a"), std::nullopt}, {}}}},
                                                             {}}));
    EXPECT_EQ(
        expression("A[1.:2]"),
        (Expression{Subscript{{"A", {}}, {{RangeSpan{Expression{FloatLiteral{"1."}, {}}, integer(2)}, {}}}}, {}}));
}

TEST(Parser, ReadsTypes) {
    for (const ScalarTypeRow& row : scalar_types) {
        const std::string type(row.spelling);
        EXPECT_EQ(only_statement<Var>("var x: " + type + " = 0").type, (Type{ScalarTypeUse{row.type}, {}}));
        EXPECT_EQ(only_statement<Var>("var x: tile<" + type + ">[16, N]").type,
                  (Type{TileTypeUse{row.type, {integer(16), name("N")}}, {}}));
    }
    const File file = parsed("kernel k(X: tensor<bf16>[R, 4]) {}");
    EXPECT_EQ(std::get<Kernel>(file.items.at(0)).parameters.at(0),
              (Parameter{{"X", {}}, {TensorTypeUse{ScalarType::bf16, {name("R"), integer(4)}}, {}}}));
}

TEST(Parser, ReadsAssignments) {
    EXPECT_EQ(only_statement<Assign>("x = 1"), (Assign{name("x"), std::nullopt, integer(1)}));
    for (const BinaryOperatorRow& row : binary_operators) {
        if (row.compound.empty()) continue;
        EXPECT_EQ(only_statement<Assign>("x " + std::string(row.compound) + " 1"),
                  (Assign{name("x"), row.op, integer(1)}));
    }
    EXPECT_EQ(only_statement<Assign>("A[i] = 1"),
              (Assign{{Subscript{{"A", {}}, {point(name("i"))}}, {}}, std::nullopt, integer(1)}));
}

TEST(Parser, ReadsControlFlow) {
    const auto conditional = only_statement<If>("if a { f() } else if b { } else { g()\nh() }");
    ASSERT_EQ(conditional.arms.size(), 2U);
    EXPECT_EQ(conditional.arms[1].condition, name("b"));
    EXPECT_EQ(conditional.otherwise.value().statements.size(), 2U);
    const auto loop = only_statement<For>("for<unroll N + 1> i in range(1, 2, 3) { continue; break }");
    EXPECT_EQ(loop.unroll, binary(BinaryOperator::add, name("N"), integer(1)));
    EXPECT_EQ(loop.start, integer(1));
    EXPECT_EQ(loop.end, integer(2));
    EXPECT_EQ(loop.step, integer(3));
    const auto short_loop = only_statement<For>("for i in range(2) { }");
    EXPECT_EQ(short_loop.start, std::nullopt);
    EXPECT_EQ(short_loop.end, integer(2));
    EXPECT_EQ(short_loop.step, std::nullopt);
    EXPECT_EQ(only_statement<While>("while a { return }").body.statements.size(), 1U);
    EXPECT_EQ(only_statement<Return>("return\n").value, std::nullopt);
    EXPECT_EQ(only_statement<Return>("return 1").value, integer(1));
}

TEST(Parser, ReadsDeclarations) {
    EXPECT_EQ(only_statement<Let>("let x = 1").type, std::nullopt);
    EXPECT_EQ(only_statement<Let>("let x: i64 = 1").type, (Type{ScalarTypeUse{ScalarType::i64}, {}}));
    EXPECT_EQ(only_statement<Var>("var t: tile<f32>[4]").value, std::nullopt);
    EXPECT_EQ(only_statement<Var>("var x = 1").value, integer(1));
}

TEST(Parser, ReadsItemsAndAttributes) {
    const File file = parsed(
        "@launch(2 * 64, 4) @assert_coalesced\n"
        "@autotune(X in [1, 2], Y in [3])\n"
        "@aligned(K = 16)\n"
        "@pipeline( stages =\n 2 , // comment\n [a{b}] )\n"
        "@unheard_of\n"
        "kernel k(a: f32, n: i32) { } fn f(a: f32) -> bool { return a > 0.0 }\n"
        "fn g() { }");
    ASSERT_EQ(file.items.size(), 3U);
    const auto& kernel = std::get<Kernel>(file.items[0]);
    ASSERT_EQ(kernel.attributes.size(), 6U);
    EXPECT_EQ(kernel.attributes[0].expressions,
              (std::vector{binary(BinaryOperator::multiply, integer(2), integer(64)), integer(4)}));
    EXPECT_EQ(kernel.attributes[1].name.text, "assert_coalesced");
    EXPECT_EQ(kernel.attributes[2].choices,
              (std::vector{Choices{{"X", {}}, {integer(1), integer(2)}}, Choices{{"Y", {}}, {integer(3)}}}));
    EXPECT_EQ(kernel.attributes[3].alignments, (std::vector{Alignment{{"K", {}}, integer(16)}}));
    EXPECT_EQ(kernel.attributes[4].text, "stages = 2 , [a{b}]");
    EXPECT_EQ(kernel.attributes[5].text, "");
    EXPECT_EQ(kernel.parameters.size(), 2U);
    EXPECT_EQ(std::get<Function>(file.items[1]).result, (Type{ScalarTypeUse{ScalarType::boolean}, {}}));
    EXPECT_EQ(std::get<Function>(file.items[2]).result, std::nullopt);
}

TEST(Parser, LetsWordsOfFormsBeNames) {
    EXPECT_EQ(body("let over = 1\nlet range = over\nvar unroll = f32(range)\nlet tile = 2\nlet sum = tile < over\n"
                   "let elif = 3\nconst = elif\nlet and = or")
                  .statements.size(),
              8U);
}

TEST(Parser, GivesEveryNodeItsPlace) {
    const SourceFile source("test.ph", "kernel k() {\n  A[i, k :+ 4] = (a + b) * f(-c)\n}\n");
    const Parsed result = parse(source);
    const auto& kernel = std::get<Kernel>(result.file.items.at(0));
    const Statement& statement = kernel.body.statements.at(0);
    EXPECT_EQ(source.text(statement.span), "A[i, k :+ 4] = (a + b) * f(-c)");
    const auto& assign = std::get<Assign>(statement.node);
    EXPECT_EQ(source.text(assign.target.span), "A[i, k :+ 4]");
    const auto& subscript = std::get<Subscript>(assign.target.node);
    EXPECT_EQ(source.text(subscript.base.span), "A");
    EXPECT_EQ(source.text(subscript.places.at(1).span), "k :+ 4");
    EXPECT_EQ(source.text(assign.value.span), "(a + b) * f(-c)");
    const auto& product = std::get<Binary>(assign.value.node);
    EXPECT_EQ(source.text(product.left->span), "(a + b)");
    EXPECT_EQ(source.text(std::get<Call>(product.right->node).arguments.at(0).span), "-c");
    EXPECT_EQ(source.text(kernel.body.span).front(), '{');
    EXPECT_EQ(source.text(kernel.body.span).back(), '}');
    EXPECT_EQ(source.text(kernel.name.span), "k");
}

}  // namespace
}  // namespace phobos::syntax
