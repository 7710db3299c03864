// SPDX-License-Identifier: Apache-2.0
// Expressions: docs/spec/05-expressions.md, 06-subscripts-and-runs.md.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lang/syntax/numbers.h"
#include "lang/syntax/parser_impl.h"
#include "lang/syntax/suggestions.h"
#include "lang/vocabulary/limits.h"

namespace phobos::syntax {
namespace {

using diagnostics::Code;
using diagnostics::Fix;

using OperatorsByKind = std::array<std::optional<BinaryOperator>, token_kind_count>;

constexpr OperatorsByKind operators_spelled(std::string_view BinaryOperatorRow::* column) {
    OperatorsByKind result{};
    for (const BinaryOperatorRow& row : binary_operators)
        for (const TokenRow& symbol : symbols)
            if (symbol.spelling == row.*column) result[static_cast<std::size_t>(symbol.kind)] = row.op;
    return result;
}
constexpr OperatorsByKind infix_operators = operators_spelled(&BinaryOperatorRow::spelling);
constexpr OperatorsByKind compound_operators = operators_spelled(&BinaryOperatorRow::compound);

std::optional<UnaryOperator> unary_operator(TokenKind kind) {
    for (const UnaryOperatorRow& row : unary_operators)
        if (spelling(kind) == row.spelling) return row.op;
    return std::nullopt;
}

/// Two symbols that touch and are one operator elsewhere.
struct ForeignOperator {
    TokenKind first;
    TokenKind second;
    std::string_view advice;
};
constexpr std::array foreign_operators{
    ForeignOperator{TokenKind::star, TokenKind::star, "there is no `**`; write `pow(a, b)`"},
    ForeignOperator{TokenKind::equal_equal, TokenKind::equal, "there is no `===`; write `==`"},
    ForeignOperator{TokenKind::exclamation_equal, TokenKind::equal, "there is no `!==`; write `!=`"},
    ForeignOperator{TokenKind::less, TokenKind::greater, "there is no `<>`; write `!=`"},
    ForeignOperator{TokenKind::greater_greater, TokenKind::greater,
                    "there is no `>>>`; `>>` is logical on unsigned types"},
};

bool is_collective_name(const Expression& expression) {
    const auto* use = std::get_if<NameUse>(&expression.node);
    if (use == nullptr) return false;
    const std::optional<Builtin> name = builtin(use->name.text);
    return name && collective(*name);
}

/// The scope that was meant by a word that names none.
std::optional<Scope> suggested_scope(std::string_view written) {
    const auto has = [&](std::string_view part) { return written.find(part) != std::string_view::npos; };
    if (has("lane") || has("warp") || has("wave")) return Scope::lanes;
    if (has("thread") || has("block") || has("cta") || has("tid")) return Scope::threads;
    return std::nullopt;
}

}  // namespace

std::optional<BinaryOperator> binary_operator(TokenKind kind) {
    return infix_operators[static_cast<std::size_t>(kind)];
}

std::optional<BinaryOperator> compound_operator(TokenKind kind) {
    return compound_operators[static_cast<std::size_t>(kind)];
}

std::optional<Expression> Parser::parse_expression() {
    std::optional<Sized> parsed = parse_binary(1);
    if (!parsed) return std::nullopt;
    return std::move(parsed->expression);
}

/// Operators that bind at least as tightly as `loosest`, to the left.
std::optional<Parser::Sized> Parser::parse_binary(int loosest) {
    std::optional<Sized> left = parse_unary();
    if (!left) return std::nullopt;
    if (at(TokenKind::at)) return fail_matrix_product(), std::nullopt;
    Chain chain;
    while (const std::optional<BinaryOperator> op = binary_operator_here()) {
        const BinaryOperatorRow& operator_row = row(*op);
        if (operator_row.precedence < loosest) break;
        if (at_increment()) return fail_increment(*left), std::nullopt;
        const Token symbol = take();
        std::optional<Sized> right = parse_binary(operator_row.precedence + 1);
        if (!right) return std::nullopt;
        if (chain.precedence == operator_row.precedence && !std::exchange(chain.is_reported, true)) {
            report_chain(left->expression, symbol, right->expression);
        }
        chain.precedence = shape(*op) == OperatorShape::comparison ? operator_row.precedence : 0;
        const Span whole = join(left->expression.span, right->expression.span);
        const int depth = std::max(left->depth, right->depth) + 1;
        left =
            sized({Binary{*op, std::move(left->expression), std::move(right->expression)}, whole}, depth, symbol.span);
        if (!left) return std::nullopt;
    }
    return left;
}

/// The operator at the current token; a word that means one elsewhere is reported and taken for it.
std::optional<BinaryOperator> Parser::binary_operator_here() {
    if (!at(TokenKind::identifier)) return binary_operator(kind());
    const std::optional<std::string_view> symbol = operator_for_word(word());
    if (!symbol || *symbol == "!") return std::nullopt;
    report({Code::word_operator,
            token().span,
            fmt::format("there is no operator `{}`; write `{}`", word(), *symbol),
            {},
            Fix{token().span, std::string(*symbol), fmt::format("write `{}`", *symbol)}});
    const auto found = std::ranges::find(binary_operators, *symbol, &BinaryOperatorRow::spelling);
    return found->op;
}

void Parser::fail_matrix_product() {
    fail(Code::word_operator, "there is no operator `@`; the matrix product of two tiles is `dot(a, b)`");
}

void Parser::report_chain(const Expression& left, const Token& symbol, const Expression& right) {
    const auto& first = std::get<Binary>(left.node);
    const Expression& middle = *first.right;
    if (is_collective_name(*first.left) && first.op == BinaryOperator::less && text(right.span).starts_with('(')) {
        const std::optional<Scope> scope = suggested_scope(text(middle.span));
        const std::string meant = fmt::format("over {}", spelling(scope.value_or(Scope::lanes)));
        report({Code::collective_scope,
                middle.span,
                fmt::format("a collective is written `{}<{}>(..)`", text(first.left->span), meant),
                {},
                Fix{middle.span, meant, fmt::format("write `{}`", meant)}});
        return;
    }
    const std::string meant =
        fmt::format("{} && {} {} {}", text(left.span), text(middle.span), text(symbol.span), text(right.span));
    report({Code::chained_comparison,
            join(left.span, right.span),
            "comparisons do not chain; combine them with `&&` or put one in parentheses",
            {},
            Fix{join(left.span, right.span), meant, "compare each pair"}});
}

bool Parser::at_increment() const {
    const bool is_doubled = (at(TokenKind::plus) || at(TokenKind::minus)) && kind(1) == kind() && are_adjacent(1);
    if (!is_doubled || at(TokenKind::plus)) return is_doubled;
    switch (kind(2)) {  // a--b is a - (-b)
        case TokenKind::terminator:
        case TokenKind::end_of_file:
        case TokenKind::close_paren:
        case TokenKind::close_bracket:
        case TokenKind::open_brace:
        case TokenKind::close_brace:
        case TokenKind::comma: return true;
        default: return false;
    }
}

void Parser::fail_increment(const Sized& left) {
    const Span place{token().span.begin, token(1).span.end};
    const bool is_target = std::holds_alternative<NameUse>(left.expression.node) ||
                           std::holds_alternative<Subscript>(left.expression.node);
    const std::string change = fmt::format("{}= 1", word());
    std::optional<Fix> fix;
    if (is_target) fix = Fix{place, " " + change, fmt::format("write `{} {}`", text(left.expression.span), change)};
    fail(
        {Code::increment, place, fmt::format("there is no `{}`; write `{}`", text(place), change), {}, std::move(fix)});
}

/// A step into brackets or behind a unary operator, which the caller takes back by `--nesting_`.
bool Parser::enter_nesting() {
    if (nesting_ >= limits::expression_depth) {
        fail(Code::expression_too_deep,
             fmt::format("this expression nests more than {} levels deep", limits::expression_depth));
        return false;
    }
    ++nesting_;
    return true;
}

std::optional<Parser::Sized> Parser::sized(Expression expression, int depth, Span place) {
    if (depth > limits::expression_depth) {
        fail({Code::expression_too_deep,
              place,
              fmt::format("this expression nests more than {} levels deep; name a part of it with `let`",
                          limits::expression_depth),
              {},
              {}});
        return std::nullopt;
    }
    return Sized{std::move(expression), depth};
}

std::optional<Parser::Sized> Parser::parse_unary() {
    std::optional<UnaryOperator> op = unary_operator(kind());
    const bool is_word_not = at_word("not") && (kind(1) == TokenKind::identifier || kind(1) == TokenKind::ctx ||
                                                kind(1) == TokenKind::true_ || kind(1) == TokenKind::false_);
    if (is_word_not) {
        report({Code::word_operator,
                token().span,
                "there is no operator `not`; write `!`",
                {},
                Fix{{token().span.begin, token(1).span.begin}, "!", "write `!`"}});
        op = UnaryOperator::logical_not;
    }
    if (!op) return parse_operand();
    if (!enter_nesting()) return std::nullopt;
    const Token symbol = take();
    std::optional<Sized> operand = parse_unary();
    --nesting_;
    if (!operand) return std::nullopt;
    const Span whole = join(symbol.span, operand->expression.span);
    return sized({Unary{*op, std::move(operand->expression)}, whole}, operand->depth + 1, symbol.span);
}

std::optional<Parser::Sized> Parser::parse_operand() {
    switch (kind()) {
        case TokenKind::integer:
        case TokenKind::floating:
        case TokenKind::invalid_number:
        case TokenKind::true_:
        case TokenKind::false_: {
            const Token literal = take();
            return check_postfix({make_literal(literal), 1});
        }
        case TokenKind::identifier: return parse_named();
        case TokenKind::ctx: return parse_context();
        case TokenKind::open_paren: return parse_parenthesised();
        default: fail_operand(); return std::nullopt;
    }
}

Expression Parser::make_literal(const Token& literal) const {
    const std::string_view written = text(literal.span);
    switch (literal.kind) {
        case TokenKind::integer:
            return {IntegerLiteral{integer_magnitude(written).value_or(0), written.starts_with("0x")}, literal.span};
        case TokenKind::floating: return {FloatLiteral{without_separators(written)}, literal.span};
        case TokenKind::true_:
        case TokenKind::false_: return {BoolLiteral{literal.kind == TokenKind::true_}, literal.span};
        default: return {IntegerLiteral{}, literal.span};  // reported by the lexer
    }
}

std::optional<Parser::Sized> Parser::parse_parenthesised() {
    if (!enter_nesting()) return std::nullopt;
    const Token opener = take();
    std::optional<Sized> inside = parse_binary(1);
    --nesting_;
    if (!inside) return std::nullopt;
    if (at(TokenKind::equal)) return fail_assignment(), std::nullopt;
    if (!expect_close(TokenKind::close_paren, opener)) return std::nullopt;
    inside->expression.span = join(opener.span, previous().span);
    if (const auto* use = std::get_if<NameUse>(&inside->expression.node); use != nullptr && at_operand()) {
        const std::optional<std::string_view> type =
            scalar_type(use->name.text) ? use->name.text : suggested_function(use->name.text);
        if (type && scalar_type(*type) && type != "bool") return parse_cast(*inside, *type);
    }
    return check_postfix(*std::move(inside));
}

/// Whether an operand begins here, on the line of the token before it.
bool Parser::at_operand() const {
    if (token().first_on_line) return false;
    return at(TokenKind::identifier) || at(TokenKind::ctx) || at(TokenKind::open_paren) || at(TokenKind::integer) ||
           at(TokenKind::floating);
}

/// The operand of `(f32)x`, which is reported and taken for `f32(x)`.
std::optional<Parser::Sized> Parser::parse_cast(const Sized& type_in_brackets, std::string_view type) {
    const Span brackets = type_in_brackets.expression.span;
    const std::string name(type);
    if (!enter_nesting()) return std::nullopt;
    std::optional<Sized> operand = parse_operand();
    --nesting_;
    if (!operand) return std::nullopt;
    const Span whole = join(brackets, operand->expression.span);
    const std::string written(text(operand->expression.span));
    const bool is_bracketed = written.starts_with('(') && !std::holds_alternative<Call>(operand->expression.node);
    const std::string call = is_bracketed ? name + written : fmt::format("{}({})", name, written);
    report({Code::word_operator,
            whole,
            fmt::format("a conversion is a call, as in `{}(x)`", name),
            {},
            Fix{whole, call, "call it"}});
    std::vector<Expression> arguments;
    arguments.push_back(std::move(operand->expression));
    return sized({Call{{name, brackets}, std::nullopt, std::move(arguments)}, whole}, operand->depth + 1, brackets);
}

/// An expression that begins with a name: a variable, a call, a collective or a subscript.
std::optional<Parser::Sized> Parser::parse_named() {
    const Token name_token = take();
    Name name{std::string(text(name_token.span)), name_token.span};
    if (at(TokenKind::open_paren)) return parse_call(std::move(name), std::nullopt);
    if (at(TokenKind::open_bracket)) return parse_subscript(std::move(name));
    const bool is_collective = at(TokenKind::less) && kind(1) == TokenKind::identifier && word(1) == "over" &&
                               (kind(2) == TokenKind::ctx || kind(2) == TokenKind::identifier);
    if (is_collective) return parse_collective(std::move(name));
    return check_postfix({{NameUse{std::move(name)}, name_token.span}, 1});
}

std::optional<Parser::Sized> Parser::parse_call(Name callee, std::optional<Scope> over) {
    if (!enter_nesting()) return std::nullopt;
    const Token opener = take();
    std::optional<Sizeds> arguments = parse_list(TokenKind::close_paren, opener);
    --nesting_;
    if (!arguments) return std::nullopt;
    const Span whole = join(callee.span, previous().span);
    std::optional<Sized> call =
        sized({Call{std::move(callee), over, std::move(arguments->expressions)}, whole}, arguments->depth + 1, whole);
    if (!call) return std::nullopt;
    return check_postfix(*std::move(call));
}

/// At the `<` of `sum<over ctx.lane>(e)`.
std::optional<Parser::Sized> Parser::parse_collective(Name callee) {
    take();
    take();
    const std::optional<Scope> scope = parse_scope();
    if (!scope || !expect(TokenKind::greater, "behind the scope of a collective")) return std::nullopt;
    if (!at(TokenKind::open_paren)) {
        fail(Code::expected_token, fmt::format("expected `(` and the operand of `{}<over {}>`, found {}", callee.text,
                                               spelling(*scope), found()));
        return std::nullopt;
    }
    return parse_call(std::move(callee), scope);
}

/// `ctx.lane` or `ctx.thread`; anything else that looks like a field is reported and taken for the nearest.
std::optional<Scope> Parser::parse_scope() {
    const std::uint32_t begin = token().span.begin;
    const std::string written = take_dotted();
    const Span place{begin, previous().span.end};
    for (const Scope scope : {Scope::lanes, Scope::threads})
        if (spelling(scope) == written) return scope;
    const std::optional<Scope> meant = suggested_scope(written);
    std::optional<Fix> fix;
    if (meant) fix = Fix{place, std::string(spelling(*meant)), fmt::format("write `{}`", spelling(*meant))};
    report({Code::collective_scope,
            place,
            fmt::format("a collective runs over `ctx.lane` or over `ctx.thread`, not over {}", quoted(place)),
            {},
            std::move(fix)});
    return meant.value_or(Scope::lanes);
}

/// Expressions up to the closing bracket, which is taken too.
std::optional<Parser::Sizeds> Parser::parse_list(TokenKind close, const Token& opener) {
    Sizeds list;
    if (take_if(close)) return list;
    while (true) {
        std::optional<Sized> entry = parse_binary(1);
        if (!entry) return std::nullopt;
        list.depth = std::max(list.depth, entry->depth);
        list.expressions.push_back(std::move(entry->expression));
        const std::optional<ListStep> step = parse_list_step(close, opener);
        if (!step) return std::nullopt;
        if (*step == ListStep::end) return list;
    }
}

/// What follows an entry of a list: a comma and another, or the end.
std::optional<Parser::ListStep> Parser::parse_list_step(TokenKind close, const Token& opener) {
    if (take_if(close)) return ListStep::end;
    if (at(TokenKind::equal)) return fail_assignment(), std::nullopt;
    if (!at(TokenKind::comma)) {
        fail_close(fmt::format("`,` or `{}`", spelling(close)), opener);
        return std::nullopt;
    }
    const Token comma = take();
    if (!at(close)) return ListStep::entry;
    report(
        {Code::trailing_comma, comma.span, "a list does not end with a comma", {}, Fix{comma.span, "", "remove it"}});
    take();
    return ListStep::end;
}

std::optional<Parser::Sized> Parser::parse_subscript(Name base) {
    if (!enter_nesting()) return std::nullopt;
    const Token opener = take();
    std::optional<Places> places = parse_places(opener);
    --nesting_;
    if (!places) return std::nullopt;
    const Span whole = join(base.span, previous().span);
    std::optional<Sized> subscript =
        sized({Subscript{std::move(base), std::move(places->places)}, whole}, places->depth + 1, whole);
    if (!subscript) return std::nullopt;
    return check_postfix(*std::move(subscript));
}

std::optional<Parser::Places> Parser::parse_places(const Token& opener) {
    Places places;
    while (true) {
        std::optional<SizedPlace> place = parse_place();
        if (!place) return std::nullopt;
        places.depth = std::max(places.depth, place->depth);
        places.places.push_back(std::move(place->place));
        const std::optional<ListStep> step = parse_list_step(TokenKind::close_bracket, opener);
        if (!step) return std::nullopt;
        if (*step == ListStep::end) return places;
    }
}

/// `i`, `s :+ n`, `a : b`, `a :`, `: b` or `:`.
std::optional<Parser::SizedPlace> Parser::parse_place() {
    const Token first = token();
    std::optional<Sized> begin;
    if (!at(TokenKind::colon)) {
        begin = parse_binary(1);
        if (!begin) return std::nullopt;
    }
    const int depth = begin ? begin->depth : 0;
    if (begin && take_if(TokenKind::colon_plus)) {
        std::optional<Sized> length = parse_binary(1);
        if (!length) return std::nullopt;
        const int deepest = std::max(depth, length->depth);
        return SizedPlace{{LengthSpan{std::move(begin->expression), std::move(length->expression)},
                           join(first.span, previous().span)},
                          deepest};
    }
    if (begin && !at(TokenKind::colon)) {
        return SizedPlace{{Point{std::move(begin->expression)}, join(first.span, previous().span)}, depth};
    }
    take();
    RangeSpan range;
    if (begin) range.begin = std::move(begin->expression);
    int deepest = depth;
    if (!at(TokenKind::comma) && !at(TokenKind::close_bracket)) {
        std::optional<Sized> end = parse_binary(1);
        if (!end) return std::nullopt;
        deepest = std::max(deepest, end->depth);
        range.end = std::move(end->expression);
    }
    if (at(TokenKind::colon)) {
        fail(Code::expected_token, "expected `,` or `]`, found `:`; a slice has no step");
        return std::nullopt;
    }
    return SizedPlace{{std::move(range), join(first.span, previous().span)}, deepest};
}

/// Takes a word and the fields behind it, as in `ctx.block.x`.
std::string Parser::take_dotted() {
    std::string dotted(text(take().span));
    while (at(TokenKind::dot) && kind(1) == TokenKind::identifier) {
        take();
        dotted += fmt::format(".{}", text(take().span));
    }
    return dotted;
}

std::optional<Parser::Sized> Parser::parse_context() {
    const Token begin = token();
    const std::string spelled = take_dotted();
    if (spelled == "ctx") {
        fail({Code::unknown_context_field, begin.span, "`ctx` is used through its fields, as in `ctx.thread`", {}, {}});
        return std::nullopt;
    }
    const Span whole = join(begin.span, previous().span);
    const std::optional<ContextField> field = context_field(spelled);
    if (!field) {
        const std::string_view written = std::string_view(spelled).substr(4);
        const std::optional<std::string_view> meant = suggested_context_field(written);
        std::optional<Fix> fix;
        if (meant) fix = Fix{whole, std::string(*meant), fmt::format("write `{}`", *meant)};
        const bool is_axis_missing = written == "block" || written == "grid";
        report({Code::unknown_context_field,
                whole,
                is_axis_missing ? fmt::format("`{0}` has the fields `{0}.x`, `{0}.y` and `{0}.z`", spelled)
                                : fmt::format("`ctx` has no field {}", quoted({begin.span.end + 1, whole.end})),
                {},
                std::move(fix)});
    }
    return check_postfix({{ContextUse{field.value_or(ContextField::thread)}, whole}, 1});
}

/// Brackets or a point behind something that takes none.
std::optional<Parser::Sized> Parser::check_postfix(Sized operand) {
    const Expression& expression = operand.expression;
    if (at(TokenKind::open_paren)) {
        fail(Code::postfix_of_expression, "only a name is called; an operator is missing before this `(`");
        return std::nullopt;
    }
    if (at(TokenKind::open_bracket)) {
        const bool is_subscript = std::holds_alternative<Subscript>(expression.node);
        fail(Code::postfix_of_expression, is_subscript ? "all subscripts stand in one pair of brackets, as in `a[i, j]`"
                                                       : "only a name is subscripted; give this value one with `let`");
        return std::nullopt;
    }
    if (at(TokenKind::dot) && kind(1) == TokenKind::dot) {
        fail({Code::word_operator,
              join(token().span, token(1).span),
              "there is no `..`; a loop runs over `range(a, b)`, a slice is `a : b`",
              {},
              {}});
        return std::nullopt;
    }
    const bool is_field = at(TokenKind::dot) && kind(1) == TokenKind::identifier;
    if (const std::string_view field = is_field ? text(token(1).span) : ""; field == "T" || field == "transpose") {
        fail(Code::field_access, "only `ctx` has fields; a tile is transposed by `transpose(t)`");
        return std::nullopt;
    }
    if (at(TokenKind::dot)) {
        const auto* use = std::get_if<NameUse>(&expression.node);
        const std::optional<std::string_view> meant =
            use != nullptr ? suggested_context_field(use->name.text) : std::nullopt;
        fail(Code::field_access, meant ? fmt::format("only `ctx` has fields; did you mean `{}`", *meant)
                                       : std::string("only `ctx` has fields"));
        return std::nullopt;
    }
    return operand;
}

void Parser::fail_assignment() {
    fail({Code::assignment_in_expression,
          token().span,
          "an assignment is a statement and has no value; `==` compares",
          {},
          Fix{token().span, "==", "compare"}});
}

void Parser::fail_operand() {
    const Token& before = previous();
    if (at_ > 0 && before.span.end == token().span.begin) {
        for (const ForeignOperator& foreign : foreign_operators) {
            if (foreign.first != before.kind || foreign.second != kind()) continue;
            return fail({Code::word_operator, join(before.span, token().span), std::string(foreign.advice), {}, {}});
        }
    }
    switch (kind()) {
        case TokenKind::plus:
            if (at_increment()) {
                const Span place{token().span.begin, token(1).span.end};
                return fail({Code::increment, place, "there is no `++`; write `+= 1`", {}, {}});
            }
            return fail({Code::expected_expression,
                         token().span,
                         "there is no unary `+`",
                         {},
                         Fix{token().span, "", "remove it"}});
        case TokenKind::if_:
            return fail(Code::expected_expression, "`if` is a statement; write `where(condition, a, b)`");
        case TokenKind::colon_plus:
            return fail({Code::expected_expression,
                         token().span,
                         "a span has a start, as in `0 :+ 16`",
                         {},
                         Fix{{token().span.begin, token().span.begin}, "0 ", "start at 0"}});
        default: return fail_missing(Code::expected_expression, "expected an expression");
    }
}

}  // namespace phobos::syntax
