// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/syntax/lexer.h"
#include "lang/syntax/parser.h"

namespace phobos::syntax {

/// One recursive descent over the tokens of a file. A function that returns nothing has reported why, and its caller
/// goes on at the next place where that is safe. Nothing recurses deeper than lang/vocabulary/limits.h says.
class Parser {
public:
    Parser(const SourceFile& source, Lexed lexed) : source_(source), lexed_(std::move(lexed)) {}

    Parsed run() &&;

private:
    /// An expression and the longest path from it to a leaf.
    struct Sized {
        Expression expression;
        int depth = 1;
    };
    struct Sizeds {
        std::vector<Expression> expressions;
        int depth = 0;
    };
    struct Places {
        std::vector<Place> places;
        int depth = 0;
    };
    struct SizedPlace {
        Place place;
        int depth = 1;
    };
    /// `i in range(start, end, step)`
    struct Range {
        Name variable;
        std::optional<Expression> start;
        std::optional<Expression> end;  ///< always there
        std::optional<Expression> step;
    };
    enum class ListStep : std::uint8_t { entry, end };
    /// Whether the left operand is a comparison without parentheses, and of which precedence.
    struct Chain {
        int precedence = 0;
        bool is_reported = false;
    };

    // --- tokens (parser.cpp) ---
    [[nodiscard]] const Token& token(std::size_t ahead = 0) const;
    [[nodiscard]] TokenKind kind(std::size_t ahead = 0) const { return token(ahead).kind; }
    [[nodiscard]] bool at(TokenKind wanted) const { return kind() == wanted; }
    [[nodiscard]] bool at_word(std::string_view wanted) const;
    [[nodiscard]] bool at_line_end() const;  ///< a newline that ends a statement, not `;`
    [[nodiscard]] bool at_item_start() const;
    [[nodiscard]] bool are_adjacent(std::size_t ahead) const;
    [[nodiscard]] const Token& previous() const;
    [[nodiscard]] std::string_view text(Span span) const { return source_.text(span); }
    [[nodiscard]] std::string_view word(std::size_t ahead = 0) const { return text(token(ahead).span); }
    [[nodiscard]] std::string found() const;
    [[nodiscard]] std::string quoted(Span span) const;
    [[nodiscard]] std::uint32_t indentation(const Token& of) const;
    Token take();
    bool take_if(TokenKind wanted);
    void skip_terminators();

    // --- errors (parser.cpp) ---
    void report(diagnostics::Diagnostic diagnostic);
    void fail(diagnostics::Diagnostic diagnostic);
    void fail(diagnostics::Code code, std::string message);
    void fail_close(std::string_view wanted, const Token& opener);
    void fail_unclosed_block(const Token& opener);
    void fail_missing(diagnostics::Code code, std::string_view expected);
    bool expect(TokenKind wanted, std::string_view purpose);
    bool expect_close(TokenKind close, const Token& opener);
    std::optional<Name> expect_name(std::string_view what);

    // --- recovery (parser.cpp) ---
    void skip_braces();
    void skip_brackets();
    void skip_statement();
    void skip_to_block();
    void skip_list_entry();
    void skip_item();

    // --- expressions (parser_expressions.cpp) ---
    std::optional<Expression> parse_expression();
    std::optional<Sized> parse_binary(int loosest);
    std::optional<Sized> parse_unary();
    std::optional<Sized> parse_operand();
    std::optional<Sized> parse_named();
    std::optional<Sized> parse_parenthesised();
    [[nodiscard]] bool at_operand() const;
    std::optional<Sized> parse_cast(const Sized& type_in_brackets, std::string_view type);
    std::optional<Sized> parse_call(Name callee, std::optional<Scope> over);
    std::optional<Sized> parse_collective(Name callee);
    std::optional<Sized> parse_subscript(Name base);
    std::optional<Sized> parse_context();
    std::string take_dotted();
    std::optional<Sizeds> parse_list(TokenKind close, const Token& opener);
    std::optional<ListStep> parse_list_step(TokenKind close, const Token& opener);
    std::optional<SizedPlace> parse_place();
    std::optional<Places> parse_places(const Token& opener);
    std::optional<Scope> parse_scope();
    std::optional<Sized> check_postfix(Sized operand);
    std::optional<BinaryOperator> binary_operator_here();
    void fail_operand();
    void fail_assignment();
    void fail_matrix_product();
    void report_chain(const Expression& left, const Token& symbol, const Expression& right);
    void fail_increment(const Sized& left);
    [[nodiscard]] bool at_increment() const;
    bool enter_nesting();
    std::optional<Sized> sized(Expression expression, int depth, Span place);
    Expression make_literal(const Token& literal) const;

    // --- types (parser_types.cpp) ---
    std::optional<Type> parse_type();
    std::optional<Type> parse_shaped_type();
    std::optional<ScalarType> parse_element_type();

    // --- statements (parser_statements.cpp) ---
    Block parse_block();
    bool ends_block(const Token& opener);
    std::optional<Block> expect_block(std::string_view owner);
    std::optional<Statement> parse_whole_statement();
    std::optional<Statement> parse_statement();
    bool finish_statement();
    std::optional<Let> parse_let();
    std::optional<Var> parse_var();
    std::optional<Var> parse_declaration(std::string_view what);
    std::optional<Expression> parse_value();
    std::optional<Assign> parse_assign(Expression target);
    void check_target(const Expression& target);
    void fail_not_call(const Expression& expression);
    bool fail_foreign_declaration(const Expression& expression);
    bool fail_statement_start();
    void fail_leading_operator();
    bool fail_foreign_statement();
    void fail_nested_item();
    void skip_header();
    std::optional<Expression> parse_condition();
    std::optional<Arm> parse_arm();
    std::optional<If> parse_if();
    [[nodiscard]] bool at_else_if_word() const;
    bool take_else();
    std::optional<While> parse_while();
    std::optional<For> parse_for();
    std::optional<Expression> parse_unroll();
    std::optional<Range> parse_range(const Token& loop);
    std::optional<Return> parse_return();

    // --- items (parser_items.cpp) ---
    std::optional<Item> parse_item();
    TokenKind item_kind();
    void fail_item();
    void skip_broken_item();
    std::optional<Item> parse_kernel(std::vector<AttributeUse> attributes);
    std::optional<Item> parse_function();
    std::optional<std::vector<Parameter>> parse_parameters();
    std::optional<Parameter> parse_parameter();
    std::vector<AttributeUse> parse_attributes();
    std::optional<AttributeUse> parse_attribute();
    std::optional<AttributeUse> parse_arguments_of(Name attribute_name);
    void fail_attribute_form(std::string_view example);
    std::optional<std::vector<Expression>> parse_launch();
    template <class Entry>
    std::optional<std::vector<Entry>> parse_attribute_list(std::optional<Entry> (Parser::*parse_entry)(),
                                                           std::string_view example);
    std::optional<Choices> parse_choices();
    std::optional<Alignment> parse_alignment();
    std::optional<std::string> parse_attribute_text();

    const SourceFile& source_;
    Lexed lexed_;
    diagnostics::List diagnostics_;
    std::size_t at_ = 0;
    std::size_t line_first_ = 0;               ///< index of the first token of the line of the last taken one
    std::optional<std::size_t> last_failure_;  ///< index of the token at which the last failure was reported
    int nesting_ = 0;                          ///< brackets and unary operators around the current operand
    int block_depth_ = 0;
    std::uint32_t item_indentation_ = 0;
    std::optional<Span> oddly_closed_;  ///< a { whose } is indented otherwise: likely lacks its own
};

/// The operator a token spells between two operands, and in a compound assignment.
std::optional<BinaryOperator> binary_operator(TokenKind kind);
std::optional<BinaryOperator> compound_operator(TokenKind kind);

}  // namespace phobos::syntax
