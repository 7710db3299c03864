// SPDX-License-Identifier: Apache-2.0
// Kernels, functions and attributes: docs/spec/03-kernels.md.
#include <fmt/core.h>

#include <utility>

#include "lang/syntax/parser_impl.h"
#include "lang/syntax/suggestions.h"
#include "lang/vocabulary/attributes.h"
#include "lang/vocabulary/limits.h"

namespace phobos::syntax {

using diagnostics::Code;
using diagnostics::Fix;

/// An item with its attributes, or nothing, reported, where something else stands; always moves on.
std::optional<Item> Parser::parse_item() {
    item_indentation_ = indentation(token());
    oddly_closed_.reset();
    const std::size_t begin = at_;
    std::vector<AttributeUse> attributes = parse_attributes();
    const TokenKind form = item_kind();
    if (form == TokenKind::kernel) return parse_kernel(std::move(attributes));
    if (!attributes.empty() && !at(TokenKind::end_of_file)) {
        report({Code::misplaced_attribute,
                attributes.front().span,
                form == TokenKind::fn ? "an attribute belongs to a kernel, not to a function"
                                      : "an attribute stands before a kernel",
                {},
                {}});
    }
    if (form == TokenKind::fn) return parse_function();
    fail_item();
    if (at_ == begin) take();
    skip_item();
    return std::nullopt;
}

/// `kernel` or `fn`, also where a word of another language stands for it, which is reported; else the current kind.
TokenKind Parser::item_kind() {
    const bool is_foreign =
        at(TokenKind::identifier) && kind(1) == TokenKind::identifier && kind(2) == TokenKind::open_paren;
    const std::optional<std::string_view> meant = is_foreign ? keyword_for_word(word()) : std::nullopt;
    if (meant != "fn" && meant != "kernel") return kind();
    report({Code::foreign_keyword,
            token().span,
            fmt::format("`{}` is not of this language; write `{}`", word(), *meant),
            {},
            Fix{token().span, std::string(*meant), fmt::format("write `{}`", *meant)}});
    return meant == "fn" ? TokenKind::fn : TokenKind::kernel;
}

void Parser::fail_item() {
    if (at(TokenKind::end_of_file)) {
        return fail(Code::misplaced_attribute, "expected a kernel behind its attributes, found the end of the file");
    }
    if (at(TokenKind::close_brace)) return fail(Code::unmatched_bracket, "this `}` closes nothing");
    if (at(TokenKind::let) || at(TokenKind::var)) {
        return fail(Code::expected_item,
                    fmt::format("a `{}` stands in a kernel or function: there are no global variables", word()));
    }
    const std::optional<std::string_view> meant = at(TokenKind::identifier) ? keyword_for_word(word()) : std::nullopt;
    if (meant == "fn" || meant == "kernel") {
        return fail(Code::foreign_keyword, fmt::format("`{}` is not of this language; write `{}`", word(), *meant));
    }
    fail(Code::expected_item, fmt::format("expected `kernel`, `fn` or an attribute, found {}", found()));
}

// --- kernels and functions ---

/// The header of an item is broken: its block is parsed all the same, for the errors in it.
void Parser::skip_broken_item() {
    skip_to_block();
    if (at(TokenKind::open_brace)) {
        parse_block();
    } else {
        skip_item();
    }
}

std::optional<Item> Parser::parse_kernel(std::vector<AttributeUse> attributes) {
    const Token first = take();
    std::optional<Name> name = expect_name("the name of a kernel");
    std::optional<std::vector<Parameter>> parameters;
    if (name) parameters = parse_parameters();
    if (parameters && (at(TokenKind::arrow) || at(TokenKind::colon))) {
        fail(Code::expected_token, "a kernel has no result: it stores to its tensors");
        parameters.reset();
    }
    if (!parameters) return skip_broken_item(), std::nullopt;
    std::optional<Block> body = expect_block("a kernel");
    if (!body) return skip_broken_item(), std::nullopt;
    return Kernel{std::move(attributes), *std::move(name), *std::move(parameters), *std::move(body),
                  join(first.span, previous().span)};
}

std::optional<Item> Parser::parse_function() {
    const Token first = take();
    std::optional<Name> name = expect_name("the name of a function");
    std::optional<std::vector<Parameter>> parameters;
    if (name) parameters = parse_parameters();
    if (!parameters) return skip_broken_item(), std::nullopt;
    std::optional<Type> result;
    if (at(TokenKind::colon)) {
        report({Code::expected_token,
                token().span,
                "the result of a function stands behind `->`",
                {},
                Fix{token().span, " ->", "write `->`"}});
    }
    if (take_if(TokenKind::arrow) || take_if(TokenKind::colon)) {
        result = parse_type();
        if (!result) return skip_broken_item(), std::nullopt;
    }
    std::optional<Block> body = expect_block("a function");
    if (!body) return skip_broken_item(), std::nullopt;
    return Function{*std::move(name), *std::move(parameters), std::move(result), *std::move(body),
                    join(first.span, previous().span)};
}

/// `(a: f32, n: i32)`; goes on behind a broken parameter, for the errors in the others.
std::optional<std::vector<Parameter>> Parser::parse_parameters() {
    if (!at(TokenKind::open_paren)) {
        fail(Code::expected_token, fmt::format("expected `(` and the parameters, found {}", found()));
        return std::nullopt;
    }
    const Token opener = take();
    std::vector<Parameter> parameters;
    if (take_if(TokenKind::close_paren)) return parameters;
    bool is_complete = true;
    while (true) {
        if (parameters.size() == static_cast<std::size_t>(limits::parameters)) {
            fail(Code::too_many_parameters, fmt::format("there are more than {} parameters", limits::parameters));
            return std::nullopt;
        }
        std::optional<Parameter> parameter = parse_parameter();
        if (parameter) {
            parameters.push_back(*std::move(parameter));
        } else {
            is_complete = false;
            skip_list_entry();
        }
        const std::optional<ListStep> step = parse_list_step(TokenKind::close_paren, opener);
        if (!step) return std::nullopt;
        if (*step == ListStep::entry) continue;
        if (!is_complete) return std::nullopt;
        return parameters;
    }
}

std::optional<Parameter> Parser::parse_parameter() {
    if (at(TokenKind::identifier) && kind(1) == TokenKind::identifier) {
        const Span both = join(token().span, token(1).span);
        fail({Code::foreign_declaration,
              both,
              fmt::format("a parameter's type stands behind its name, as in `{}: f32`", word(1)),
              {},
              {}});
        return std::nullopt;
    }
    std::optional<Name> name = expect_name("the name of a parameter");
    if (!name || !expect(TokenKind::colon, "and the type of the parameter")) return std::nullopt;
    std::optional<Type> type = parse_type();
    if (!type) return std::nullopt;
    return Parameter{*std::move(name), *std::move(type)};
}

// --- attributes ---

std::vector<AttributeUse> Parser::parse_attributes() {
    std::vector<AttributeUse> attributes;
    while (at(TokenKind::at)) {
        if (std::optional<AttributeUse> attribute = parse_attribute()) attributes.push_back(*std::move(attribute));
        skip_terminators();
    }
    return attributes;
}

/// At `@`; a broken one is reported and skipped with its brackets.
std::optional<AttributeUse> Parser::parse_attribute() {
    const Token first = take();
    if (!at(TokenKind::identifier)) {
        fail(Code::expected_name, fmt::format("expected the name of an attribute, found {}", found()));
        if (!at_item_start() && !at(TokenKind::end_of_file)) take();
        if (at(TokenKind::open_paren)) skip_brackets();
        return std::nullopt;
    }
    const Token name = take();
    const std::size_t opener = at_;
    std::optional<AttributeUse> result = parse_arguments_of({std::string(text(name.span)), name.span});
    if (!result) {
        at_ = opener;
        if (at(TokenKind::open_paren)) skip_brackets();
        return std::nullopt;
    }
    result->span = join(first.span, previous().span);
    return result;
}

/// What stands in the brackets of the attribute, in its form.
std::optional<AttributeUse> Parser::parse_arguments_of(Name attribute_name) {
    AttributeUse result;
    result.name = std::move(attribute_name);
    const std::optional<Attribute> known = attribute(result.name.text);
    switch (known ? row(*known).arguments : AttributeArguments::anything) {
        case AttributeArguments::threads: {
            std::optional<std::vector<Expression>> threads = parse_launch();
            if (!threads) return std::nullopt;
            result.expressions = *std::move(threads);
            return result;
        }
        case AttributeArguments::choices: {
            auto choices = parse_attribute_list(&Parser::parse_choices, "autotune(TILE in [64, 128])");
            if (!choices) return std::nullopt;
            result.choices = *std::move(choices);
            return result;
        }
        case AttributeArguments::alignment: {
            auto alignments = parse_attribute_list(&Parser::parse_alignment, "aligned(K = 16)");
            if (!alignments) return std::nullopt;
            result.alignments = *std::move(alignments);
            return result;
        }
        case AttributeArguments::none:
            if (at(TokenKind::open_paren)) return fail_attribute_form(result.name.text), std::nullopt;
            return result;
        case AttributeArguments::anything: break;
    }
    if (!at(TokenKind::open_paren)) return result;
    std::optional<std::string> kept = parse_attribute_text();
    if (!kept) return std::nullopt;
    result.text = *std::move(kept);
    return result;
}

void Parser::fail_attribute_form(std::string_view example) {
    fail(Code::malformed_attribute, fmt::format("this attribute is written `@{}`", example));
}

/// `(threads, minBlocks, maxRegs)`
std::optional<std::vector<Expression>> Parser::parse_launch() {
    constexpr std::string_view example = "launch(threads[, minBlocks[, maxRegs]])";
    if (!at(TokenKind::open_paren) || kind(1) == TokenKind::close_paren)
        return fail_attribute_form(example), std::nullopt;
    const Token opener = take();
    std::optional<Sizeds> list = parse_list(TokenKind::close_paren, opener);
    if (!list) return std::nullopt;
    if (list->expressions.size() > 3) {
        report({Code::malformed_attribute,
                join(opener.span, previous().span),
                fmt::format("this attribute is written `@{}`", example),
                {},
                {}});
    }
    return std::move(list->expressions);
}

/// `(entry, entry, ...)`
template <class Entry>
std::optional<std::vector<Entry>> Parser::parse_attribute_list(std::optional<Entry> (Parser::*parse_entry)(),
                                                               std::string_view example) {
    if (!at(TokenKind::open_paren) || kind(1) != TokenKind::identifier)
        return fail_attribute_form(example), std::nullopt;
    const Token opener = take();
    std::vector<Entry> entries;
    while (true) {
        std::optional<Entry> entry = (this->*parse_entry)();
        if (!entry) return std::nullopt;
        entries.push_back(*std::move(entry));
        const std::optional<ListStep> step = parse_list_step(TokenKind::close_paren, opener);
        if (!step) return std::nullopt;
        if (*step == ListStep::end) return entries;
    }
}

/// `X in [a, b, ...]`
std::optional<Choices> Parser::parse_choices() {
    std::optional<Name> name = expect_name("the name of a constant");
    if (!name) return std::nullopt;
    if (!at(TokenKind::in) || kind(1) != TokenKind::open_bracket || kind(2) == TokenKind::close_bracket) {
        return fail_attribute_form("autotune(TILE in [64, 128])"), std::nullopt;
    }
    take();
    const Token opener = take();
    std::optional<Sizeds> values = parse_list(TokenKind::close_bracket, opener);
    if (!values) return std::nullopt;
    return Choices{*std::move(name), std::move(values->expressions)};
}

/// `K = 16`
std::optional<Alignment> Parser::parse_alignment() {
    std::optional<Name> name = expect_name("the name of a dim");
    if (!name) return std::nullopt;
    if (!take_if(TokenKind::equal)) return fail_attribute_form("aligned(K = 16)"), std::nullopt;
    std::optional<Expression> multiple = parse_expression();
    if (!multiple) return std::nullopt;
    return Alignment{*std::move(name), *std::move(multiple)};
}

/// At `(`: the tokens up to the bracket that closes it, with one space where the source has any.
std::optional<std::string> Parser::parse_attribute_text() {
    std::vector<Token> open{take()};
    std::string kept;
    std::uint32_t end = token().span.begin;
    while (true) {
        const bool is_cut = at(TokenKind::end_of_file) || (at_item_start() && token().first_on_line) ||
                            at(TokenKind::semicolon) || (at(TokenKind::terminator) && !at_line_end());  // lex-13
        const bool closes_other = is_closing(kind()) && closing(open.back().kind) != kind();
        if (is_cut || closes_other)
            return fail_close(fmt::format("`{}`", spelling(closing(open.back().kind))), open.back()), std::nullopt;
        if (is_closing(kind())) open.pop_back();
        if (open.empty()) return take(), kept;
        if (is_opening(kind())) open.push_back(token());
        const Token next = take();
        if (next.span.begin == next.span.end) continue;  // a newline
        if (next.span.begin > end && !kept.empty()) kept += ' ';
        kept += text(next.span);
        end = next.span.end;
    }
}

}  // namespace phobos::syntax
