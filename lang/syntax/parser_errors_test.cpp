// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lang/syntax/parser.h"

namespace phobos::syntax {
namespace {

using diagnostics::Code;
using diagnostics::Diagnostic;

/// One program with one error. The text at fault stands in ⟦ ⟧, which are taken out before parsing; nothing between
/// them means an empty span.
struct ErrorCase {
    Code code;
    std::string marked;
    std::string message;     ///< a part of it
    std::string fixed = {};  ///< the program after the diagnostic's fix
};

constexpr std::string_view open_mark = "\u27E6";
constexpr std::string_view close_mark = "\u27E7";

struct Unmarked {
    std::string text;
    Span span;
};

Unmarked unmark(std::string text) {
    const std::size_t begin = text.find(open_mark);
    text.erase(begin, open_mark.size());
    const std::size_t end = text.find(close_mark);
    text.erase(end, close_mark.size());
    return {std::move(text), {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}};
}

std::string in_kernel(std::string_view statements) {
    return "kernel k(A: tensor<f32>[N]) {\n" + std::string(statements) + "\n}\n";
}

std::string apply(const std::string& text, const diagnostics::Fix& fix) {
    return text.substr(0, fix.span.begin) + fix.replacement + text.substr(fix.span.end);
}

std::vector<Diagnostic> errors(const std::string& text) {
    return parse(SourceFile("test.ph", text)).diagnostics.in_order();
}

void expect_error(const ErrorCase& row) {
    SCOPED_TRACE(row.marked);
    const Unmarked program = unmark(row.marked);
    const std::vector<Diagnostic> found = errors(program.text);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.size(), 1U) << found.back().message;
    EXPECT_EQ(spelling(found[0].code), spelling(row.code));
    EXPECT_EQ(found[0].span.begin, program.span.begin);
    EXPECT_EQ(found[0].span.end, program.span.end);
    EXPECT_NE(found[0].message.find(row.message), std::string::npos) << found[0].message;
    const std::string fixed = found[0].fix ? apply(program.text, *found[0].fix) : "";
    EXPECT_EQ(fixed, row.fixed);
    if (found[0].fix) {
        const std::vector<Diagnostic> left = errors(fixed);
        EXPECT_TRUE(left.empty()) << left.front().message;
    }
}

void expect_statement_error(ErrorCase row) {
    row.marked = in_kernel(row.marked);
    if (!row.fixed.empty()) row.fixed = in_kernel(row.fixed);
    expect_error(row);
}

TEST(ParserErrors, OfExpressions) {
    for (const ErrorCase& row : {
             ErrorCase{Code::expected_expression, "let x =⟦⟧", "expected an expression behind `=`"},
             ErrorCase{Code::expected_expression, "let x = a + ⟦)⟧", "found `)`"},
             ErrorCase{Code::expected_expression, "f(⟦,⟧ a)", "found `,`"},
             ErrorCase{Code::expected_expression, "let x = a * ⟦+⟧b", "no unary `+`", "let x = a * b"},
             ErrorCase{Code::expected_expression, "let x = ⟦if⟧ a { 1 }", "write `where(condition, a, b)`"},
             ErrorCase{Code::expected_expression, "let x = A[⟦:+⟧ 4]", "a span has a start", "let x = A[0 :+ 4]"},
             ErrorCase{Code::expected_expression, "let x = A[⟦]⟧", "found `]`"},
             ErrorCase{Code::expected_expression, "let x = ⟦while⟧", "the keyword `while`"},
             ErrorCase{Code::expected_token, "let x = f(a ⟦b⟧)", "expected `,` or `)`, found `b`"},
             ErrorCase{Code::expected_token, "let x = A[a ⟦b⟧]", "expected `,` or `]`, found `b`"},
             ErrorCase{Code::expected_token, "let x = (a ⟦b⟧)", "expected `)`, found `b`"},
             ErrorCase{Code::expected_token, "let x = (a⟦]⟧", "expected `)`, found `]`"},
             ErrorCase{Code::expected_token, "let x = A[1 : 2 ⟦:⟧ 3]", "a slice has no step"},
             ErrorCase{Code::chained_comparison, "let x = ⟦a < b < c⟧", "do not chain", "let x = a < b && b < c"},
             ErrorCase{Code::chained_comparison, "let x = ⟦a <= b + 1 > c⟧ && d", "do not chain",
                       "let x = a <= b + 1 && b + 1 > c && d"},
             ErrorCase{Code::chained_comparison, "let x = ⟦a == b != c⟧", "do not chain", "let x = a == b && b != c"},
             ErrorCase{Code::collective_scope, "let x = sum<⟦ctx.lane⟧>(a)", "`sum<over ctx.lane>(..)`",
                       "let x = sum<over ctx.lane>(a)"},
             ErrorCase{Code::collective_scope, "let x = max<⟦block⟧>(a)", "`max<over ctx.thread>(..)`",
                       "let x = max<over ctx.thread>(a)"},
             ErrorCase{Code::collective_scope, "let x = sum<over ⟦ctx.warp⟧>(a)", "not over `ctx.warp`",
                       "let x = sum<over ctx.lane>(a)"},
             ErrorCase{Code::collective_scope, "let x = sum<over ⟦lane⟧>(a)", "not over `lane`",
                       "let x = sum<over ctx.lane>(a)"},
             ErrorCase{Code::collective_scope, "let x = sum<over ⟦ctx.block.x⟧>(a)", "not over `ctx.block.x`",
                       "let x = sum<over ctx.thread>(a)"},
             ErrorCase{Code::collective_scope, "let x = sum<over ⟦ctx.grid⟧>(a)", "not over `ctx.grid`"},
             ErrorCase{Code::expected_token, "let x = sum<over ctx.lane⟦(⟧a)", "expected `>` behind the scope"},
             ErrorCase{Code::expected_token, "let x = sum<over ctx.lane> ⟦a⟧", "expected `(` and the operand"},
             ErrorCase{Code::word_operator, "let x = a ⟦and⟧ b", "write `&&`", "let x = a && b"},
             ErrorCase{Code::word_operator, "let x = a ⟦or⟧ b", "write `||`", "let x = a || b"},
             ErrorCase{Code::word_operator, "let x = ⟦(f32)a⟧ * b", "as in `f32(x)`", "let x = f32(a) * b"},
             ErrorCase{Code::word_operator, "let x = f(⟦(float)a[1]⟧)", "as in `f32(x)`", "let x = f(f32(a[1]))"},
             ErrorCase{Code::word_operator, "let x = ⟦(int)(a + b)⟧", "as in `i32(x)`", "let x = i32(a + b)"},
             ErrorCase{Code::word_operator, "let x = a ⟦mod⟧ b", "write `%`", "let x = a % b"},
             ErrorCase{Code::word_operator, "let x = ⟦not⟧ a", "write `!`", "let x = !a"},
             ErrorCase{Code::word_operator, "let x = a ⟦**⟧ b", "write `pow(a, b)`"},
             ErrorCase{Code::word_operator, "let x = a ⟦<>⟧ b", "write `!=`"},
             ErrorCase{Code::word_operator, "let x = a ⟦===⟧ b", "write `==`"},
             ErrorCase{Code::word_operator, "let x = a ⟦!==⟧ b", "write `!=`"},
             ErrorCase{Code::word_operator, "let x = a ⟦>>>⟧ b", "`>>` is logical on unsigned types"},
             ErrorCase{Code::word_operator, "let x = A[0⟦..⟧4]", "there is no `..`"},
             ErrorCase{Code::word_operator, "let x = t ⟦@⟧ w", "`dot(a, b)`"},
             ErrorCase{Code::word_operator, "let x = f(1 + t ⟦@⟧ w, 2)", "`dot(a, b)`"},
             ErrorCase{Code::postfix_of_expression, "let x = A[1]⟦[⟧2]", "one pair of brackets"},
             ErrorCase{Code::postfix_of_expression, "let x = f(1)⟦[⟧2]", "only a name is subscripted"},
             ErrorCase{Code::postfix_of_expression, "let x = (a)⟦(⟧b)", "only a name is called"},
             ErrorCase{Code::postfix_of_expression, "let x = 2⟦(⟧b)", "only a name is called"},
             ErrorCase{Code::field_access, "let x = a⟦.⟧size", "only `ctx` has fields"},
             ErrorCase{Code::field_access, "let x = t⟦.⟧T", "`transpose(t)`"},
             ErrorCase{Code::field_access, "let x = A[0:4, :]⟦.⟧transpose()", "`transpose(t)`"},
             ErrorCase{Code::field_access, "let x = threadIdx⟦.⟧x", "did you mean `ctx.thread`"},
             ErrorCase{Code::trailing_comma, "f(a⟦,⟧)", "does not end with a comma", "f(a)"},
             ErrorCase{Code::trailing_comma, "let x = A[a⟦,⟧]", "does not end with a comma", "let x = A[a]"},
             ErrorCase{Code::assignment_in_expression, "let x = (a ⟦=⟧ b)", "`==` compares", "let x = (a == b)"},
             ErrorCase{Code::assignment_in_expression, "f(a ⟦=⟧ b)", "`==` compares", "f(a == b)"},
             ErrorCase{Code::unknown_context_field, "let x = ⟦ctx.tid⟧", "no field `tid`", "let x = ctx.thread"},
             ErrorCase{Code::unknown_context_field, "let x = ⟦ctx.lan⟧", "no field `lan`", "let x = ctx.lane"},
             ErrorCase{Code::unknown_context_field, "let x = ⟦ctx.block⟧", "`ctx.block.x`, `ctx.block.y`",
                       "let x = ctx.block.x"},
             ErrorCase{Code::unknown_context_field, "let x = ⟦ctx.block.w⟧", "no field `block.w`",
                       "let x = ctx.block.x"},
             ErrorCase{Code::unknown_context_field, "let x = ⟦ctx.thread.x⟧", "no field `thread.x`",
                       "let x = ctx.thread"},
             ErrorCase{Code::unknown_context_field, "let x = ⟦ctx.velocity⟧", "no field `velocity`"},
             ErrorCase{Code::unknown_context_field, "let x = ⟦ctx⟧", "used through its fields"},
         }) {
        expect_statement_error(row);
    }
}

TEST(ParserErrors, OfStatements) {
    for (const ErrorCase& row : {
             ErrorCase{Code::reserved_name, "let ⟦for⟧ = 3", "`for` is reserved and cannot be the name of a `let`"},
             ErrorCase{Code::reserved_name, "let ⟦ctx⟧ = 3", "`ctx` is reserved"},
             ErrorCase{Code::reserved_name, "let ⟦inf⟧ = 3", "`inf` is reserved"},
             ErrorCase{Code::reserved_name, "let ⟦nan⟧ = 3", "`nan` is reserved"},
             ErrorCase{Code::reserved_name, "var ⟦true⟧ = 3", "`true` is reserved and cannot be the name of a `var`"},
             ErrorCase{Code::reserved_name, "for ⟦in⟧ in range(3) {}", "`in` is reserved"},
             ErrorCase{Code::expected_name, "let ⟦3⟧ = 3", "expected the name of a `let`, found `3`"},
             ErrorCase{Code::expected_token, "let x ⟦+=⟧ 3", "expected `=` and a value, found `+=`"},
             ErrorCase{Code::expected_token, "var x ⟦3⟧", "expected `=` and a value, found `3`"},
             ErrorCase{Code::missing_value, "let ⟦x⟧", "a `let` has a value"},
             ErrorCase{Code::missing_value, "let ⟦x⟧: f32", "a `let` has a value"},
             ErrorCase{Code::statement_not_call, "⟦a + b⟧", "a statement must be a call"},
             ErrorCase{Code::statement_not_call, "⟦x⟧", "a statement must be a call"},
             ErrorCase{Code::statement_not_call, "⟦A[1]⟧", "a statement must be a call"},
             ErrorCase{Code::statement_not_call, "⟦a == b⟧", "`=` assigns", "a = b"},
             ErrorCase{Code::statement_not_call, "⟦barrier⟧", "as in `barrier()`", "barrier()"},
             ErrorCase{Code::statement_not_call, "⟦-⟧ b", "none begins with `-`"},
             ErrorCase{Code::statement_not_call, "if a {}\n⟦-⟧ b", "none begins with `-`"},
             ErrorCase{Code::line_begins_with_operator, "let x = a\n  ⟦+⟧ b", "a line ends with `+`",
                       "let x = a +\n   b"},
             ErrorCase{Code::line_begins_with_operator, "x = a // c\n  ⟦&&⟧ b", "a line ends with `&&`",
                       "x = a && // c\n   b"},
             ErrorCase{Code::assignment_in_expression, "if a ⟦=⟧ 3 {}", "`==` compares", "if a == 3 {}"},
             ErrorCase{Code::assignment_in_expression, "while a ⟦=⟧ 3 {}", "`==` compares", "while a == 3 {}"},
             ErrorCase{Code::assignment_in_expression, "a = b ⟦=⟧ c", "has no value", "a = b == c"},
             ErrorCase{Code::assignment_in_expression, "return a ⟦=⟧ c", "has no value", "return a == c"},
             ErrorCase{Code::not_assignable, "⟦f(a)⟧ = c", "only a name or a subscript"},
             ErrorCase{Code::not_assignable, "⟦a + b⟧ = c", "only a name or a subscript"},
             ErrorCase{Code::not_assignable, "⟦3⟧ = c", "only a name or a subscript"},
             ErrorCase{Code::not_assignable, "⟦(a)⟧ = c", "no parentheses"},
             ErrorCase{Code::assignment_to_context, "⟦ctx.thread⟧ = 1", "never assigned"},
             ErrorCase{Code::assignment_to_context, "⟦ctx.block.x⟧ += 1", "never assigned"},
             ErrorCase{Code::brace_on_own_line, "if a\n⟦{⟧ f() }", "of an `if` stands on its line", "if a { f() }"},
             ErrorCase{Code::brace_on_own_line, "while a\n⟦{⟧ f() }", "of a `while`", "while a { f() }"},
             ErrorCase{Code::brace_on_own_line, "if a { } else\n⟦{⟧ f() }", "of an `else`", "if a { } else { f() }"},
             ErrorCase{Code::brace_on_own_line, "for i in range(3) // c\n⟦{⟧ f() }", "of a `for`"},
             ErrorCase{Code::misplaced_else, "if a { }\n⟦else⟧ { f() }", "on the line of the `}`",
                       "if a { } else { f() }"},
             ErrorCase{Code::misplaced_else, "if a { }\n⟦else⟧ if b { f() }", "on the line of the `}`",
                       "if a { } else if b { f() }"},
             ErrorCase{Code::misplaced_else, "if a { } // c\n⟦else⟧ { f() }", "on the line of the `}`"},
             ErrorCase{Code::misplaced_else, "f()\n⟦else⟧ { f() }", "belongs to no `if`"},
             ErrorCase{Code::increment, "i⟦++⟧", "there is no `++`", "i += 1"},
             ErrorCase{Code::increment, "i⟦--⟧", "there is no `--`", "i -= 1"},
             ErrorCase{Code::increment, "A[0]⟦++⟧", "there is no `++`", "A[0] += 1"},
             ErrorCase{Code::increment, "⟦++⟧i", "write `i += 1`"},
             ErrorCase{Code::increment, "⟦--⟧i", "write `i -= 1`"},
             ErrorCase{Code::increment, "let x = 1 + ⟦++⟧i", "there is no `++`"},
             ErrorCase{Code::foreign_keyword, "if a {} ⟦elif⟧ b {}", "write `else if`", "if a {} else if b {}"},
             ErrorCase{Code::foreign_keyword, "if a {} ⟦elseif⟧ b {} else {}", "write `else if`",
                       "if a {} else if b {} else {}"},
             ErrorCase{Code::foreign_keyword, "if a {}\n⟦elif⟧ b {}", "write `else if`", "if a {} else if b {}"},
             ErrorCase{Code::foreign_keyword, "⟦const⟧ x = 3", "write `let`", "let x = 3"},
             ErrorCase{Code::foreign_keyword, "⟦loop⟧ {}", "write `while true`", "while true {}"},
             ErrorCase{Code::foreign_declaration, "⟦f32 x⟧ = 3", "`let x: f32` or `var x: f32`"},
             ErrorCase{Code::foreign_declaration, "⟦int x⟧ = 3", "`let x: i32` or `var x: i32`"},
             ErrorCase{Code::foreign_declaration, "__shared__ ⟦float⟧ s[32]", "as in `var s: tile<f32>[32, 33]`"},
             ErrorCase{Code::foreign_declaration, "⟦x⟧: f32 = 3", "`let x` or `var x`", "var x: f32 = 3"},
             ErrorCase{Code::foreign_loop, "⟦for (⟧i = 0; i < n; i += 1) { f() }", "range(start, end, step)"},
             ErrorCase{Code::foreign_loop, "⟦for i =⟧ 0; i < n; i += 1 { f() }", "range(start, end, step)"},
             ErrorCase{Code::foreign_loop, "⟦for i in 0⟧..n { f() }", "range(start, end, step)"},
             ErrorCase{Code::foreign_loop, "⟦for i in A⟧ { f() }", "range(start, end, step)"},
             ErrorCase{Code::range_arguments, "for i in ⟦range()⟧ { f() }", "`range(end)`"},
             ErrorCase{Code::range_arguments, "for i in ⟦range(1, 2, 3, 4)⟧ { f() }", "`range(end)`"},
             ErrorCase{Code::expected_token, "for<⟦4⟧> i in range(3) {}", "expected `unroll`"},
             ErrorCase{Code::expected_token, "for<unroll 4 ⟦i⟧ in range(3) {}", "expected `>`"},
             ErrorCase{Code::missing_block, "if a ⟦x⟧ = 1", "the block of an `if`, found `x`"},
             ErrorCase{Code::missing_block, "if a⟦⟧", "found the end of the line"},
             ErrorCase{Code::missing_block, "if a {} else ⟦x⟧ = 1", "the block of an `else`"},
             ErrorCase{Code::missing_block, "while a ⟦f⟧()", "the block of a `while`"},
             ErrorCase{Code::missing_block, "for i in range(3) ⟦f⟧()", "the block of a `for`"},
             ErrorCase{Code::missing_block, "if a ⟦x⟧ = 1 else x = 2", "the block of an `if`"},
             ErrorCase{Code::missing_block, "if a ⟦x⟧ = 1\nelse x = 2\nf()", "the block of an `if`"},
             ErrorCase{Code::statement_not_call, "⟦a_name_that_is_much_longer_than_a_message_shows⟧\nf()",
                       "has no effect"},
             ErrorCase{Code::missing_terminator, "f() ⟦a_name_that_is_much_longer_than_a_message_shows⟧ = 1",
                       "found `a_name_that_is_much_longer_than_a_messag..`",
                       "f(); a_name_that_is_much_longer_than_a_message_shows = 1"},
             ErrorCase{Code::stray_block, "⟦{⟧ f() }", "belongs to an `if`"},
             ErrorCase{Code::stray_block, "f() ⟦{⟧ f() }", "belongs to an `if`"},
             ErrorCase{Code::missing_terminator, "f() ⟦g⟧()", "expected the end of the statement", "f(); g()"},
             ErrorCase{Code::missing_terminator, "if a {} ⟦g⟧()", "expected the end of the statement", "if a {}; g()"},
             ErrorCase{Code::missing_terminator, "break ⟦continue⟧", "found the keyword `continue`", "break; continue"},
             ErrorCase{Code::unmatched_bracket, "f()⟦)⟧", "this `)` closes nothing"},
             ErrorCase{Code::unmatched_bracket, "let x = a⟦]⟧", "this `]` closes nothing"},
             ErrorCase{Code::unmatched_bracket, "⟦)⟧", "this `)` closes nothing"},
             ErrorCase{Code::unclosed_bracket, "f⟦(⟧a, b", "this `(` is not closed"},
             ErrorCase{Code::expected_token, "f(a⟦;⟧ b)", "expected `,` or `)`, found `;`"},
             ErrorCase{Code::unclosed_bracket, "let x = A⟦[⟧a, b", "this `[` is not closed"},
             ErrorCase{Code::unclosed_bracket, "let x = ⟦(⟧a\nlet y = 2", "this `(` is not closed"},
             ErrorCase{Code::unclosed_bracket, "for i in range⟦(⟧3 { f() }", "this `(` is not closed"},
             ErrorCase{Code::misplaced_attribute, "  ⟦@⟧unroll(4)", "an attribute stands before a kernel"},
             ErrorCase{Code::nested_item, "  ⟦fn⟧ g() { f() }", "stands at the top level"},
             ErrorCase{Code::nested_item, "if a {} ; ⟦kernel⟧ g() { f() }", "stands at the top level"},
         }) {
        expect_statement_error(row);
    }
}

TEST(ParserErrors, OfTypes) {
    for (const ErrorCase& row : {
             ErrorCase{Code::unknown_type, "let x: ⟦float⟧ = 3", "no type `float`", "let x: f32 = 3"},
             ErrorCase{Code::expected_token, "let x: ⟦=⟧ 3", "expected a type"},
             ErrorCase{Code::expected_token, "var x :⟦=⟧ 3", "expected a type"},
             ErrorCase{Code::unknown_type, "let x: ⟦int⟧ = 3", "no type `int`", "let x: i32 = 3"},
             ErrorCase{Code::unknown_type, "let x: ⟦f8⟧ = 3", "no type `f8`", "let x: f16 = 3"},
             ErrorCase{Code::unknown_type, "let x: ⟦i16⟧ = 3", "no type `i16`", "let x: i32 = 3"},
             ErrorCase{Code::unknown_type, "let x: ⟦bf61⟧ = 3", "no type `bf61`", "let x: bf16 = 3"},
             ErrorCase{Code::unknown_type, "let x: ⟦complex⟧ = 3", "no type `complex`"},
             ErrorCase{Code::unknown_type, "var x: tile<⟦double⟧>[4]", "no type `double`", "var x: tile<f64>[4]"},
             ErrorCase{Code::malformed_type, "var x: tile⟦[⟧4]", "names its element type and its dims"},
             ErrorCase{Code::malformed_type, "var x: tile<f32>⟦⟧", "expected the dims of a tile"},
             ErrorCase{Code::malformed_type, "var x: tile<f32>⟦[⟧]", "at least one dim"},
             ErrorCase{Code::malformed_type, "var x: f32⟦[⟧4]", "`tile<f32>[..]`"},
             ErrorCase{Code::expected_token, "var x: ⟦3⟧", "expected a type, found `3`"},
             ErrorCase{Code::expected_token, "var x: tile<f32⟦[⟧4]", "expected `>` behind the element type"},
         }) {
        expect_statement_error(row);
    }
}

TEST(ParserErrors, OfItems) {
    for (const ErrorCase& row : {
             ErrorCase{Code::expected_item, "⟦x⟧ = 3", "expected `kernel`, `fn` or an attribute, found `x`"},
             ErrorCase{Code::expected_item, "⟦let⟧ x = 3\nkernel k() {}", "no global variables"},
             ErrorCase{Code::expected_item, "kernel k() {} ⟦f⟧()", "found `f`"},
             ErrorCase{Code::unmatched_bracket, "kernel k() {}\n⟦}⟧", "this `}` closes nothing"},
             ErrorCase{Code::unclosed_bracket, "kernel k() ⟦{⟧", "this `{` is not closed"},
             ErrorCase{Code::unclosed_bracket, "kernel k() {\n  if a ⟦{⟧\n    f()", "this `{` is not closed"},
             ErrorCase{Code::unclosed_bracket, "kernel k() ⟦{⟧\n  if a {\n    f()\n}\nkernel j() {}",
                       "this `{` is not closed"},
             ErrorCase{Code::unclosed_bracket, "kernel k⟦(⟧a: f32 {}", "this `(` is not closed"},
             ErrorCase{Code::foreign_keyword, "⟦def⟧ f(a: f32) {}", "write `fn`", "fn f(a: f32) {}"},
             ErrorCase{Code::foreign_keyword, "⟦func⟧ f(a: f32) {}", "write `fn`", "fn f(a: f32) {}"},
             ErrorCase{Code::foreign_keyword, "⟦__global__⟧ void f(a: f32) {}", "write `kernel`"},
             ErrorCase{Code::expected_name, "kernel ⟦(⟧) {}", "expected the name of a kernel"},
             ErrorCase{Code::expected_name, "kernel k(⟦3⟧: f32) {}", "expected the name of a parameter"},
             ErrorCase{Code::reserved_name, "fn ⟦ctx⟧() {}", "`ctx` is reserved"},
             ErrorCase{Code::reserved_name, "kernel k(⟦in⟧: f32) {}", "`in` is reserved"},
             ErrorCase{Code::expected_token, "kernel k ⟦{⟧}", "expected `(` and the parameters"},
             ErrorCase{Code::expected_token, "kernel k(a⟦,⟧ b: f32) {}", "expected `:` and the type"},
             ErrorCase{Code::expected_token, "kernel k(a: f32 ⟦b⟧: f32) {}", "expected `,` or `)`"},
             ErrorCase{Code::expected_token, "kernel k() ⟦->⟧ f32 {}", "a kernel has no result"},
             ErrorCase{Code::expected_token, "fn f()⟦:⟧ f32 {}", "stands behind `->`", "fn f() -> f32 {}"},
             ErrorCase{Code::foreign_declaration, "kernel k(⟦f32 a⟧) {}", "as in `a: f32`"},
             ErrorCase{Code::trailing_comma, "kernel k(a: f32⟦,⟧) {}", "does not end with a comma",
                       "kernel k(a: f32) {}"},
             ErrorCase{Code::brace_on_own_line, "kernel k()\n⟦{⟧}", "of a kernel", "kernel k() {}"},
             ErrorCase{Code::brace_on_own_line, "fn f()\n⟦{⟧}", "of a function", "fn f() {}"},
             ErrorCase{Code::missing_block, "kernel k()⟦⟧\nkernel j() {}", "the block of a kernel"},
             ErrorCase{Code::missing_block, "fn f()⟦⟧", "the block of a function, found the end of the file"},
             ErrorCase{Code::misplaced_attribute, "⟦@launch(32)⟧ fn f() {}", "not to a function"},
             ErrorCase{Code::misplaced_attribute, "@launch(32)⟦⟧", "found the end of the file"},
             ErrorCase{Code::malformed_attribute, "@launch⟦⟧\nkernel k() {}", "`@launch(threads"},
             ErrorCase{Code::malformed_attribute, "@launch⟦(⟧)\nkernel k() {}", "`@launch(threads"},
             ErrorCase{Code::malformed_attribute, "@launch⟦(1, 2, 3, 4)⟧\nkernel k() {}", "`@launch(threads"},
             ErrorCase{Code::malformed_attribute, "@autotune⟦⟧\nkernel k() {}", "`@autotune(TILE in [64, 128])`"},
             ErrorCase{Code::malformed_attribute, "@autotune(X ⟦=⟧ 3)\nkernel k() {}", "`@autotune(TILE"},
             ErrorCase{Code::malformed_attribute, "@autotune(X ⟦in⟧ [])\nkernel k() {}", "`@autotune(TILE"},
             ErrorCase{Code::malformed_attribute, "@aligned⟦(⟧16)\nkernel k() {}", "`@aligned(K = 16)`"},
             ErrorCase{Code::malformed_attribute, "@aligned(K ⟦:⟧ 16)\nkernel k() {}", "`@aligned(K = 16)`"},
             ErrorCase{Code::expected_name, "@⟦3⟧\nkernel k() {}", "the name of an attribute"},
             ErrorCase{Code::unclosed_bracket, "@swizzle⟦(⟧a\nkernel k() {}", "this `(` is not closed"},
             ErrorCase{Code::expected_token, "@swizzle(a⟦;⟧ b)\nkernel k() {}", "expected `)`, found `;`"},
             ErrorCase{Code::expected_token, "@swizzle(a⟦]⟧)\nkernel k() {}", "expected `)`, found `]`"},
         }) {
        expect_error(row);
    }
}

TEST(ParserErrors, PointBackToTheBracketThatWasOpened) {
    const std::vector<Diagnostic> found = errors(in_kernel("f(a,\n  b c)"));
    ASSERT_EQ(found.size(), 1U);
    ASSERT_EQ(found[0].notes.size(), 1U);
    EXPECT_EQ(found[0].notes[0].span, (Span{31, 32}));
}

TEST(ParserErrors, NameTheBraceThatWasLikelyForgotten) {
    const std::vector<Diagnostic> found = errors("kernel k() {\n  if a {\n    f()\n}\n\nkernel j() {\n  g()\n}\n");
    ASSERT_EQ(found.size(), 1U);
    ASSERT_EQ(found[0].notes.size(), 2U);
    EXPECT_EQ(found[0].notes[1].span, (Span{20, 21}));
}

TEST(ParserErrors, ComeOutSeveralInOneGo) {
    const std::vector<Diagnostic> found = errors(
        "kernel k(A: tensor<flaot>[N], b: i16) {\n"
        "  let x = ctx.tid\n"
        "  if x = 3 {\n"
        "    i++\n"
        "  }\n"
        "  for i in 0..n {\n"
        "    let y = a < b < c\n"
        "  }\n"
        "}\n"
        "def f() {\n"
        "  g(\n"
        "}\n"
        "kernel j() { x y }\n");
    const std::multiset<Code> codes = [&] {
        std::multiset<Code> result;
        for (const Diagnostic& diagnostic : found) result.insert(diagnostic.code);
        return result;
    }();
    EXPECT_EQ(codes, (std::multiset<Code>{Code::unknown_type, Code::unknown_type, Code::unknown_context_field,
                                          Code::assignment_in_expression, Code::increment, Code::foreign_loop,
                                          Code::chained_comparison, Code::foreign_keyword, Code::expected_expression,
                                          Code::statement_not_call}));
}

TEST(ParserErrors, AddNothingToWhatTheLexerReports) {
    for (const std::string_view statement :
         {"let x = $", "let $ = 3", "f($, a)", "$", "# note", "let x = a ? b : c", "let x = 08", "x = \"text\"",
          "if $ { f() }", "let n\u00E4me = 3", "let x = a /* c */ + b"}) {
        const std::vector<Diagnostic> found = errors(in_kernel(statement));
        ASSERT_FALSE(found.empty()) << statement;
        for (const Diagnostic& diagnostic : found) {
            EXPECT_LT(static_cast<int>(diagnostic.code), 200) << statement << ": " << diagnostic.message;
        }
    }
}

}  // namespace
}  // namespace phobos::syntax
