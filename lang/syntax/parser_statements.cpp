// SPDX-License-Identifier: Apache-2.0
// Statements: docs/spec/04-statements.md.
#include <fmt/core.h>

#include <utility>

#include "lang/syntax/parser_impl.h"
#include "lang/syntax/suggestions.h"
#include "lang/vocabulary/limits.h"

namespace phobos::syntax {
namespace {

using diagnostics::Code;
using diagnostics::Fix;

bool is_else_if_word(std::string_view word) { return keyword_for_word(word) == "else if"; }

}  // namespace

// --- blocks ---

/// At `{`: the statements up to its `}`. Always moves on; what is too deep is skipped.
Block Parser::parse_block() {
    Block block;
    const Token opener = token();
    const std::uint32_t opener_indentation = indentation(lexed_.tokens[opener.first_on_line ? at_ : line_first_]);
    if (block_depth_ >= limits::block_depth) {
        fail(Code::blocks_too_deep, fmt::format("blocks nest more than {} levels deep", limits::block_depth));
        skip_braces();
        block.span = join(opener.span, previous().span);
        return block;
    }
    ++block_depth_;
    take();
    bool is_after_failure = false;
    for (skip_terminators(); !ends_block(opener); skip_terminators()) {
        if (at(TokenKind::else_) && is_after_failure) {
            skip_statement();
            continue;
        }
        std::optional<Statement> statement = parse_whole_statement();
        is_after_failure = !statement;
        if (statement) block.statements.push_back(*std::move(statement));
    }
    if (at(TokenKind::close_brace)) {
        if (token().first_on_line && indentation(token()) != opener_indentation && !oddly_closed_) {
            oddly_closed_ = opener.span;
        }
        take();
    }
    --block_depth_;
    block.span = join(opener.span, previous().span);
    return block;
}

/// Whether the block ends here: at its `}`, or because that one is missing, which is reported.
bool Parser::ends_block(const Token& opener) {
    if (at(TokenKind::close_brace)) return true;
    const bool is_outer_item = at_item_start() && token().first_on_line && indentation(token()) <= item_indentation_;
    if (!at(TokenKind::end_of_file) && !is_outer_item) return false;
    fail_unclosed_block(opener);
    return true;
}

/// The block that a form needs; `owner` is what it belongs to, as in "an `if`".
std::optional<Block> Parser::expect_block(std::string_view owner) {
    const bool is_on_next_line =
        (at(TokenKind::open_brace) && token().first_on_line) || (at_line_end() && kind(1) == TokenKind::open_brace);
    if (is_on_next_line) {
        const Token last = previous();
        take_if(TokenKind::terminator);
        const Span between{last.span.end, token().span.begin};
        std::optional<Fix> fix;
        if (text(between).find("//") == std::string_view::npos) fix = Fix{between, " ", "move it to the line above"};
        report({Code::brace_on_own_line,
                token().span,
                fmt::format("the `{{` of {} stands on its line", owner),
                {},
                std::move(fix)});
    }
    if (at(TokenKind::open_brace)) return parse_block();
    fail(Code::missing_block, fmt::format("expected `{{` and the block of {}, found {}", owner, found()));
    return std::nullopt;
}

// --- one statement ---

/// A statement with its end; a broken one is reported and skipped.
std::optional<Statement> Parser::parse_whole_statement() {
    const std::size_t begin = at_;
    std::optional<Statement> statement = parse_statement();
    if (statement && finish_statement()) return statement;
    skip_statement();
    if (at_ == begin) take();
    return std::nullopt;
}

std::optional<Statement> Parser::parse_statement() {
    const Token first = token();
    const auto wrap = [&](auto parsed) -> std::optional<Statement> {
        if (!parsed) return std::nullopt;
        return Statement{*std::move(parsed), join(first.span, previous().span)};
    };
    switch (kind()) {
        case TokenKind::let: return wrap(parse_let());
        case TokenKind::var: return wrap(parse_var());
        case TokenKind::if_: return wrap(parse_if());
        case TokenKind::for_: return wrap(parse_for());
        case TokenKind::while_: return wrap(parse_while());
        case TokenKind::return_: return wrap(parse_return());
        case TokenKind::break_: take(); return wrap(std::optional(Break{}));
        case TokenKind::continue_: take(); return wrap(std::optional(Continue{}));
        default: break;
    }
    if (fail_statement_start()) return std::nullopt;
    std::optional<Expression> expression = parse_expression();
    if (!expression) return std::nullopt;
    if (at(TokenKind::equal) || compound_operator(kind())) return wrap(parse_assign(*std::move(expression)));
    if (std::holds_alternative<Call>(expression->node)) return wrap(std::optional(Evaluate{*std::move(expression)}));
    fail_not_call(*expression);
    return std::nullopt;
}

/// Takes the end of a statement; what else stands there is reported.
bool Parser::finish_statement() {
    if (take_if(TokenKind::terminator) || at(TokenKind::close_brace) || at(TokenKind::end_of_file)) return true;
    switch (kind()) {
        case TokenKind::close_paren:
        case TokenKind::close_bracket:
            fail(Code::unmatched_bracket, fmt::format("this {} closes nothing", found()));
            break;
        case TokenKind::open_brace:
            fail(Code::stray_block, "a block belongs to an `if`, `else`, `for` or `while`");
            break;
        case TokenKind::equal: fail_assignment(); break;
        default: {
            const std::uint32_t end = previous().span.end;
            fail({Code::missing_terminator,
                  token().span,
                  fmt::format("expected the end of the statement, found {}; a new line or `;` stands between two",
                              found()),
                  {},
                  Fix{{end, end}, ";", "end the statement"}});
        }
    }
    return false;
}

// --- declarations and assignments ---

std::optional<Let> Parser::parse_let() {
    std::optional<Var> parsed = parse_declaration("the name of a `let`");
    if (!parsed) return std::nullopt;
    if (!parsed->value) {
        fail({Code::missing_value, parsed->name.span, "a `let` has a value, as in `let x = 1`", {}, {}});
        return std::nullopt;
    }
    return Let{std::move(parsed->name), std::move(parsed->type), *std::move(parsed->value)};
}

std::optional<Var> Parser::parse_var() { return parse_declaration("the name of a `var`"); }

/// What `let` and `var` have in common; without a value where the statement ends before one.
std::optional<Var> Parser::parse_declaration(std::string_view what) {
    take();
    std::optional<Name> name = expect_name(what);
    if (!name) return std::nullopt;
    std::optional<Type> type;
    if (take_if(TokenKind::colon)) {
        type = parse_type();
        if (!type) return std::nullopt;
    }
    if (at(TokenKind::terminator) || at(TokenKind::close_brace) || at(TokenKind::end_of_file))
        return Var{*std::move(name), std::move(type), std::nullopt};
    if (!expect(TokenKind::equal, "and a value")) return std::nullopt;
    std::optional<Expression> value = parse_value();
    if (!value) return std::nullopt;
    return Var{*std::move(name), std::move(type), std::move(value)};
}

/// The right side of `=`: an expression that no second assignment follows.
std::optional<Expression> Parser::parse_value() {
    std::optional<Expression> value = parse_expression();
    if (value && (at(TokenKind::equal) || compound_operator(kind()))) return fail_assignment(), std::nullopt;
    return value;
}

std::optional<Assign> Parser::parse_assign(Expression target) {
    check_target(target);
    const std::optional<BinaryOperator> op = compound_operator(take().kind);
    std::optional<Expression> value = parse_value();
    if (!value) return std::nullopt;
    return Assign{std::move(target), op, *std::move(value)};
}

void Parser::check_target(const Expression& target) {
    if (text(target.span).starts_with('(')) {
        return report({Code::not_assignable, target.span, "the target of an assignment has no parentheses", {}, {}});
    }
    if (std::holds_alternative<NameUse>(target.node) || std::holds_alternative<Subscript>(target.node)) return;
    if (std::holds_alternative<ContextUse>(target.node)) {
        return report({Code::assignment_to_context, target.span, "the fields of `ctx` are never assigned", {}, {}});
    }
    report({Code::not_assignable, target.span, "only a name or a subscript is assigned to", {}, {}});
}

/// Reports a statement that is an expression but no call.
void Parser::fail_not_call(const Expression& expression) {
    if (fail_foreign_declaration(expression)) return;
    const auto* binary = std::get_if<Binary>(&expression.node);
    const auto* use = std::get_if<NameUse>(&expression.node);
    if (binary != nullptr && binary->op == BinaryOperator::equal) {
        const Span between{binary->left->span.end, binary->right->span.begin};
        return fail({Code::statement_not_call,
                     expression.span,
                     "a statement must be a call; `==` compares and `=` assigns",
                     {},
                     Fix{between, " = ", "assign"}});
    }
    const std::optional<Builtin> called = use != nullptr ? builtin(use->name.text) : std::nullopt;
    if (called && row(*called).max_arguments == 0) {
        const std::uint32_t end = expression.span.end;
        return fail({Code::statement_not_call,
                     expression.span,
                     fmt::format("a statement must be a call, as in `{}()`", use->name.text),
                     {},
                     Fix{{end, end}, "()", "call it"}});
    }
    fail({Code::statement_not_call, expression.span, "a statement must be a call: this one has no effect", {}, {}});
}

/// `f32 x = 1`, `x: f32 = 1` and `x := 1`, behind the expression that was read first.
bool Parser::fail_foreign_declaration(const Expression& expression) {
    const auto* use = std::get_if<NameUse>(&expression.node);
    if (use == nullptr) return false;
    const std::string& written = use->name.text;
    if (at(TokenKind::colon)) {
        fail({Code::foreign_declaration,
              expression.span,
              fmt::format("a variable is declared with `let {0}` or `var {0}`", written),
              {},
              Fix{{expression.span.begin, expression.span.begin}, "var ", "declare it"}});
        return true;
    }
    if (!at(TokenKind::identifier) || token().first_on_line) return false;
    if (written == "__shared__" || written == "shared") {
        fail(Code::foreign_declaration, "a shared buffer is declared with its type, as in `var s: tile<f32>[32, 33]`");
        return true;
    }
    const std::string_view name = word();
    const bool is_type = scalar_type(written) || suggested_type(written) || keyword_for_word(written);
    if (!is_type) return false;
    const std::string type(scalar_type(written) ? written : suggested_type(written).value_or(""));
    fail({Code::foreign_declaration,
          join(expression.span, token().span),
          scalar_type(type) ? fmt::format("a variable is declared with `let {0}: {1}` or `var {0}: {1}`", name, type)
                            : fmt::format("a variable is declared with `let {0}` or `var {0}`", name),
          {},
          {}});
    return true;
}

/// Reports a token that begins no statement, or one of another language.
bool Parser::fail_statement_start() {
    switch (kind()) {
        case TokenKind::else_: fail(Code::misplaced_else, "this `else` belongs to no `if`"); return true;
        case TokenKind::open_brace:
            fail(Code::stray_block, "a block belongs to an `if`, `else`, `for` or `while`");
            return true;
        case TokenKind::close_paren:
        case TokenKind::close_bracket:
            fail(Code::unmatched_bracket, fmt::format("this {} closes nothing", found()));
            return true;
        case TokenKind::kernel:
        case TokenKind::fn: fail_nested_item(); return true;
        case TokenKind::at: fail(Code::misplaced_attribute, "an attribute stands before a kernel"); return true;
        case TokenKind::identifier: return fail_foreign_statement();
        default: break;
    }
    const bool is_operator = binary_operator(kind()) || compound_operator(kind()) || at(TokenKind::equal) ||
                             at(TokenKind::dot) || at(TokenKind::exclamation) || at(TokenKind::tilde);
    if (!is_operator) return false;
    fail_leading_operator();
    return true;
}

/// `++i`, or a line that begins with an operator and was meant to go on from the one before.
void Parser::fail_leading_operator() {
    const bool is_step = (at(TokenKind::plus) || at(TokenKind::minus)) && kind(1) == kind() && are_adjacent(1) &&
                         kind(2) == TokenKind::identifier;
    if (is_step) {
        const Span place{token().span.begin, token(1).span.end};
        return fail({Code::increment,
                     place,
                     fmt::format("there is no `{}`; write `{} {}= 1`", text(place), word(2), word()),
                     {},
                     {}});
    }
    const bool goes_on = at_ >= 2 && token().first_on_line && previous().kind == TokenKind::terminator &&
                         lexed_.tokens[at_ - 2].kind != TokenKind::close_brace;
    if (!goes_on) {
        return fail(Code::statement_not_call,
                    fmt::format("a statement must be a call, and none begins with {}", found()));
    }
    const Span place{lexed_.tokens[at_ - 2].span.end, token().span.end};
    const std::string_view between = text({place.begin, token().span.begin});
    std::optional<Fix> fix;
    if (previous().span.begin == previous().span.end) {
        fix = Fix{place, fmt::format(" {}{}", word(), between), fmt::format("end the line before with `{}`", word())};
    }
    fail({Code::line_begins_with_operator,
          token().span,
          fmt::format("a statement must be a call; to go on, a line ends with {}, and none begins with it", found()),
          {},
          std::move(fix)});
}

/// `elif`, `loop` and the like.
bool Parser::fail_foreign_statement() {
    const std::optional<std::string_view> meant = keyword_for_word(word());
    const bool is_statement =
        meant && (kind(1) == TokenKind::identifier || kind(1) == TokenKind::open_brace || kind(1) == TokenKind::ctx);
    if (!is_statement || *meant == "kernel") return false;
    fail({Code::foreign_keyword,
          token().span,
          fmt::format("`{}` is not of this language; write `{}`", word(), *meant),
          {},
          Fix{token().span, std::string(*meant), fmt::format("write `{}`", *meant)}});
    return true;
}

void Parser::fail_nested_item() {
    fail(Code::nested_item, fmt::format("a `{}` stands at the top level of the file, not in another one", word()));
    take();
    skip_to_block();
    if (at(TokenKind::open_brace)) skip_braces();
}

// --- control flow ---

/// A condition or range is broken: its block is parsed all the same, for the errors in it.
void Parser::skip_header() {
    skip_to_block();
    if (at(TokenKind::open_brace)) parse_block();
}

std::optional<Expression> Parser::parse_condition() {
    std::optional<Expression> condition = parse_expression();
    if (!condition || !at(TokenKind::equal)) return condition;
    fail_assignment();
    take();
    return parse_expression();
}

std::optional<Arm> Parser::parse_arm() {
    std::optional<Expression> condition = parse_condition();
    if (!condition) return skip_header(), std::nullopt;
    std::optional<Block> body = expect_block("an `if`");
    if (!body) return std::nullopt;
    return Arm{*std::move(condition), *std::move(body)};
}

std::optional<If> Parser::parse_if() {
    If result;
    bool is_complete = true;
    while (true) {
        take();  // `if`, or a word that was reported and stands for `else if`
        std::optional<Arm> arm = parse_arm();
        is_complete = is_complete && arm;
        if (!arm && previous().kind != TokenKind::close_brace) return std::nullopt;
        if (arm) result.arms.push_back(*std::move(arm));
        if (!take_else()) break;
        const bool is_word = previous().kind != TokenKind::else_;
        if (is_word || at(TokenKind::if_)) continue;
        result.otherwise = expect_block("an `else`");
        if (!result.otherwise) return std::nullopt;
        break;
    }
    if (!is_complete) return std::nullopt;
    return result;
}

bool Parser::at_else_if_word() const {
    return at(TokenKind::identifier) && is_else_if_word(word()) && previous().kind != TokenKind::else_;
}

/// Takes the `else` behind an arm, also where it stands on a line of its own, which is reported. An `elif` is reported
/// and stays: it is taken like the `if` behind an `else`.
bool Parser::take_else() {
    const bool is_word_on_next_line = kind(1) == TokenKind::identifier && is_else_if_word(word(1)) &&
                                      (kind(2) == TokenKind::identifier || kind(2) == TokenKind::ctx);
    const bool is_on_next_line = at_line_end() && (kind(1) == TokenKind::else_ || is_word_on_next_line);
    const Token last = previous();
    if (is_on_next_line) take();
    const Span between{last.span.end, token().span.begin};
    const bool has_comment = text(between).find("//") != std::string_view::npos;
    if (at_else_if_word()) {
        report({Code::foreign_keyword,
                token().span,
                fmt::format("`{}` is not of this language; write `else if`", word()),
                {},
                Fix{{has_comment ? token().span.begin : between.begin, token().span.end},
                    has_comment ? "else if" : " else if",
                    "write `else if`"}});
        return true;
    }
    if (!at(TokenKind::else_)) return false;
    if (token().first_on_line) {
        std::optional<Fix> fix;
        if (!has_comment) fix = Fix{between, " ", "move it to the line above"};
        report(
            {Code::misplaced_else, token().span, "`else` stands on the line of the `}` before it", {}, std::move(fix)});
    }
    take();
    return true;
}

std::optional<While> Parser::parse_while() {
    take();
    std::optional<Expression> condition = parse_condition();
    if (!condition) return skip_header(), std::nullopt;
    std::optional<Block> body = expect_block("a `while`");
    if (!body) return std::nullopt;
    return While{*std::move(condition), *std::move(body)};
}

std::optional<For> Parser::parse_for() {
    const Token first = take();
    std::optional<Expression> unroll;
    if (at(TokenKind::less)) {
        unroll = parse_unroll();
        if (!unroll) return skip_header(), std::nullopt;
    }
    std::optional<Range> range = parse_range(first);
    if (!range) return skip_header(), std::nullopt;
    std::optional<Block> body = expect_block("a `for`");
    if (!body) return std::nullopt;
    return For{std::move(unroll),      std::move(range->variable), std::move(range->start),
               *std::move(range->end), std::move(range->step),     *std::move(body)};
}

/// `<unroll 4>`
std::optional<Expression> Parser::parse_unroll() {
    take();
    if (!at_word("unroll")) {
        fail(Code::expected_token, fmt::format("expected `unroll`, as in `for<unroll 4>`, found {}", found()));
        return std::nullopt;
    }
    take();
    std::optional<Sized> count = parse_binary(row(BinaryOperator::add).precedence);
    if (!count || !expect(TokenKind::greater, "behind the count of an `unroll`")) return std::nullopt;
    return std::move(count->expression);
}

/// `i in range(start, end, step)`
std::optional<Parser::Range> Parser::parse_range(const Token& loop) {
    const auto fail_foreign = [&] {
        fail({Code::foreign_loop,
              join(loop.span, token().span),
              "a `for` runs over a range, as in `for i in range(start, end, step)`",
              {},
              {}});
    };
    if (at(TokenKind::open_paren)) return fail_foreign(), std::nullopt;
    std::optional<Name> variable = expect_name("the variable of a `for`");
    if (!variable) return std::nullopt;
    if (!take_if(TokenKind::in)) return fail_foreign(), std::nullopt;
    if (!at_word("range") || kind(1) != TokenKind::open_paren) return fail_foreign(), std::nullopt;
    const Token word_range = take();
    const Token opener = take();
    std::optional<Sizeds> arguments = parse_list(TokenKind::close_paren, opener);
    if (!arguments) return std::nullopt;
    std::vector<Expression>& list = arguments->expressions;
    if (list.empty() || list.size() > 3) {
        report({Code::range_arguments,
                join(word_range.span, previous().span),
                "a range is `range(end)`, `range(start, end)` or `range(start, end, step)`",
                {},
                {}});
        return std::nullopt;
    }
    Range range{*std::move(variable), std::nullopt, std::nullopt, std::nullopt};
    if (list.size() > 1) range.start = std::move(list[0]);
    range.end = std::move(list[list.size() > 1 ? 1 : 0]);
    if (list.size() > 2) range.step = std::move(list[2]);
    return range;
}

std::optional<Return> Parser::parse_return() {
    take();
    if (at(TokenKind::terminator) || at(TokenKind::close_brace) || at(TokenKind::end_of_file)) return Return{};
    std::optional<Expression> value = parse_value();
    if (!value) return std::nullopt;
    return Return{std::move(value)};
}

}  // namespace phobos::syntax
