// SPDX-License-Identifier: Apache-2.0
// Programs that are valid and refused: what a front end does not know, or takes for something else that is forbidden.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fuzz/mutation/registry.h"
#include "lang/base/overloaded.h"
#include "lang/check/elaborate.h"
#include "lang/program/children.h"
#include "lang/syntax/lexer.h"
#include "lang/syntax/parser.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::mutation {
namespace {

using syntax::Token;
using syntax::TokenKind;

// --- tokens in a row ---

/// The tokens of a text that is accepted, with the ends of statements as `;`.
struct Words {
    std::vector<TokenKind> kinds;
    std::vector<std::string_view> texts;
};
Words words_of(const SourceFile& source) {
    Words words;
    for (const Token& token : syntax::lex(source).tokens) {
        words.kinds.push_back(token.kind);
        words.texts.push_back(token.kind == TokenKind::terminator ? ";" : source.text(token.span));
    }
    return words;
}

/// `NAME`, `INT`, `FLOAT`, `TYPE` and `ANY` stand for tokens of these kinds, another word for the token of this text.
bool matches(std::string_view part, TokenKind kind, std::string_view text) {
    if (part == "NAME") return kind == TokenKind::identifier;
    if (part == "INT") return kind == TokenKind::integer;
    if (part == "FLOAT") return kind == TokenKind::floating;
    if (part == "TYPE") return kind == TokenKind::identifier && scalar_type(text).has_value();
    if (part == "NAME9") return kind == TokenKind::identifier && text.back() >= '0' && text.back() <= '9';
    if (part == "ATOMIC") return text.starts_with("atomic_");
    if (part == "SHUFFLE") return text.starts_with("shuffle");
    if (part == "ANY") return true;
    return part == text;
}

std::vector<std::string_view> split(std::string_view text, std::string_view by) {
    std::vector<std::string_view> parts;
    for (std::size_t end = text.find(by); end != std::string_view::npos; end = text.find(by)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + by.size());
    }
    parts.push_back(text);
    return parts;
}

bool has_row(const Words& words, const std::vector<std::string_view>& row) {
    for (std::size_t at = 0; at + row.size() <= words.kinds.size(); ++at) {
        std::size_t same = 0;
        while (same < row.size() && matches(row[same], words.kinds[at + same], words.texts[at + same])) ++same;
        if (same == row.size()) return true;
    }
    return false;
}

void refuse(diagnostics::List& list) {
    list.add({diagnostics::Code::expected_expression, {0, 0}, "this is not supported", {}, {}});
}

/// Refuses what has one of these rows of tokens, which " OR " parts.
OnAnswer refusing(std::string rows) {
    return {[rows = std::move(rows)](const Question& question, diagnostics::List& list) {
        if (list.has_errors()) return false;
        const Words words = words_of(question.source);
        const auto alternatives = split(rows, " OR ");
        const bool is_refused =
            std::ranges::any_of(alternatives, [&](std::string_view row) { return has_row(words, split(row, " ")); });
        if (is_refused) refuse(list);
        return is_refused;
    }};
}

struct Row {
    std::string_view id;  ///< before "-refused"
    std::string_view rules;
    std::string_view tokens;
};
constexpr Row rows[]{
    // chapter 01
    {"names-that-end-with-a-digit", "lex-9 lex-6", "NAME9"},
    {"identifiers-named-like-reserved-ones", "lex-7 lex-6 stmt-4", "let NAME OR var NAME"},
    {"operators-of-one-character", "lex-10 expr-3 lex-5", "NAME + OR NAME * OR ) +"},
    {"fractions", "lex-11", "FLOAT"},
    {"integers", "lex-11 expr-8 expr-11", "= INT ; OR - INT"},
    {"commas-in-brackets", "lex-13 lex-18", "( ANY , OR [ ANY , OR ( ANY ANY ANY ,"},
    {"places-behind-a-comma", "lex-18 run-1", "[ ANY , ANY ] OR [ ANY , ANY ,"},
    {"blocks-on-the-line-of-their-head", "lex-15 lex-18", ") { OR INT { OR ANY else {"},
    {"else", "lex-15 stmt-16", "} else {"},
    {"else-if", "lex-6 stmt-16", "else if"},
    {"nested-brackets", "lex-16", "( ANY ) OR [ ANY ] OR [ ANY , ANY ]"},
    {"braces", "lex-16 lex-18", ") {"},
    {"conditions", "lex-18 stmt-15", "if ANY ANY OR while ANY ANY"},
    {"declarations", "lex-18 stmt-5 stmt-6", "let NAME = OR var NAME = OR let NAME : OR var NAME :"},
    {"sums-in-brackets", "lex-18 expr-1", "( NAME + OR ) * OR ) + ANY"},
    {"brackets-around-comparisons", "expr-1 expr-14", ") == OR == ("},
    {"functions-of-the-file", "ctx-22 ctx-24 ctx-23 ctx-29 expr-26", "fn NAME ("},
    // chapter 02
    {"dims-of-zero", "type-9", "[ 0 ]"},
    {"dims-that-are-literals", "type-9 ctx-5", "tensor < TYPE > [ INT"},
    {"dims-that-are-names", "type-9 ctx-5 type-19", "tensor < TYPE > [ NAME"},
    {"four-axes", "type-9 type-13 tile-4", "> [ ANY , ANY , ANY , ANY ]"},
    {"tensors-of-named-types", "type-19 type-8 type-17", "tensor < TYPE >"},
    {"scalar-types", "type-19 stmt-8", ": TYPE OR TYPE ("},
    {"conversions", "type-5 expr-24 builtin-77 expr-2", "TYPE ("},
    {"tiles-in-bodies", "type-8 type-13 stmt-8 stmt-7 tile-13", "let NAME : tile < OR var NAME : tile <"},
    {"shared-buffers", "type-16 stmt-7 exec-15 type-14",
     "] ; var OR ] ; NAME OR ] ; if OR ] ; for OR ] ; let OR ] ; }"},
    {"tiles-of-one-element", "type-13 tile-40", "> [ 1 ] OR iota ( 1 )"},
    {"results-of-functions", "type-8 type-15 stmt-26 ctx-22", ") -> TYPE"},
    {"tiles-with-extents-of-names", "type-13 expr-15 expr-16", "tile < TYPE > [ NAME OR tile < TYPE > [ extent"},
    {"tile-parameters", "type-15 ctx-22 tile-46",
     "NAME : tile < TYPE > [ INT , INT ] ) OR NAME : tile < TYPE > [ INT , INT ] , OR ANY : tile < TYPE > [ NAME"},
    // chapter 03
    {"attributes", "ctx-11 ctx-12", "@ NAME"},
    {"launch", "ctx-12 ctx-14 ctx-33", "@ launch ("},
    {"promises-of-blocks", "ctx-15", "@ launch ( INT ,"},
    {"autotune", "ctx-12 ctx-16", "@ autotune ("},
    {"choices-from-one", "ctx-16", "in [ 1 ] OR in [ 1 ,"},
    {"aligned", "ctx-12 ctx-19", "@ aligned ("},
    {"kernels-without-a-result", "ctx-4 ctx-1", ") { ANY"},
    {"returns-without-value", "ctx-4 stmt-26", "return ; OR return }"},
    {"returns-with-a-value", "stmt-26 ctx-28", "return NAME OR return INT OR return ( OR return -"},
    {"extents-of-the-grid", "ctx-31 ctx-35", "ctx . grid"},
    {"places-of-blocks", "ctx-31 ctx-35 level-9", "ctx . block"},
    {"fields-of-ctx", "ctx-31 ctx-35 lex-18", "ctx . NAME"},
    {"names-of-dims-as-values", "ctx-5", "= N OR < N OR ( N OR = M OR = K"},
    {"tensors-as-arguments", "ctx-27 expr-27 ctx-26",
     "NAME ( A OR NAME ( X OR NAME ( O OR NAME ( T OR NAME ( C OR NAME ( t OR NAME ( s"},
    {"copies-of-parameters", "ctx-3 ctx-22 stmt-10", "var NAME = NAME"},
    {"scalars-as-parameters-of-kernels", "ctx-2", "kernel NAME ( NAME : TYPE"},
    // chapter 04
    {"assignments-of-variables", "stmt-10 stmt-5", "; NAME = OR { NAME ="},
    {"assignments-of-elements", "stmt-10 type-12 stmt-11", "] = ANY"},
    {"compound-assignments-of-variables", "stmt-12 stmt-13",
     "; NAME += OR ; NAME &= OR ; NAME *= OR ; NAME <<= OR ; NAME -="},
    {"compound-assignments-of-elements", "stmt-12 level-49 run-3 stmt-14",
     "] += OR ] -= OR ] *= OR ] <<= OR ] /= OR ] &="},
    {"unroll", "stmt-23 expr-16", "for < unroll"},
    {"ranges", "stmt-18 stmt-19", "in range ("},
    {"ranges-with-a-start", "stmt-18", "in range ( ANY ,"},
    {"negative-steps", "stmt-22 expr-18", "- INT ) {"},
    {"steps", "stmt-22 expr-18 stmt-21", "range ( ANY , ANY , ANY OR range ( ANY , ANY ANY ANY ,"},
    {"break", "stmt-25", "break"},
    {"continue", "stmt-25", "continue"},
    {"while", "stmt-24 stmt-15", "while"},
    {"calls-as-statements", "stmt-28 stmt-29 expr-28", "; NAME ( OR { NAME ( OR ; ( NAME ("},
    {"stores-as-statements", "stmt-29 builtin-35 run-28", "store ("},
    {"statements-behind-a-return", "stmt-27 level-31",
     "return ; barrier OR return } ; barrier OR return } ; } ; barrier OR return } else { return } ; barrier"},
    {"names-of-inner-blocks", "stmt-2 stmt-3", "{ let NAME OR { var NAME OR ; let NAME OR ; var NAME"},
    // chapter 05
    {"comparisons", "expr-6 stmt-15", "< OR == OR > OR != OR <= OR >="},
    {"equalities", "expr-6 expr-14", "== OR !="},
    {"true-and-false", "expr-14", "true OR false"},
    {"minus", "expr-7", "= - OR ( -"},
    {"not", "expr-5 expr-7", "!"},
    {"complements", "expr-5", "~"},
    {"and-and", "expr-5 expr-20", "&&"},
    {"or-or", "expr-5 expr-20 type-2 expr-3", "||"},
    {"and-of-bits", "expr-5", "NAME & OR ] & OR ) &"},
    {"sums", "expr-3 expr-5 expr-2", "+"},
    {"products", "expr-3 expr-4 expr-2 num-7", "*"},
    {"shifts", "expr-4 expr-18", "<< OR >>"},
    {"divisions-by-constants", "expr-18 expr-16 stmt-27 num-3",
     "/ INT OR % INT OR /= INT OR %= INT OR / (  OR % ( OR / NAME OR % NAME"},
    {"literals-for-f16", "expr-12", ": f16 ="},
    {"literals-for-u8", "expr-11", ": u8 ="},
    {"literals-for-i32", "expr-12", ": i32 ="},
    {"where", "expr-24 expr-29", "where ("},
    {"elements-as-scalars", "expr-22 run-3", "= NAME ["},
    {"names-declared-before", "expr-22 stmt-2", "= NAME ; OR = NAME + OR = NAME }"},
    {"constant-subscripts", "expr-18 run-4", "[ INT ] OR [ INT , INT ]"},
    {"constant-axes", "expr-16 builtin-30", "extent ( NAME , INT )"},
    {"constant-program-ids", "expr-16 builtin-31 ctx-34", "program_id ( INT )"},
    {"constant-iotas", "expr-16 builtin-72 tile-40", "iota ( INT )"},
    {"lengths-of-runs-that-are-names", "expr-15 expr-16 run-14", ":+ NAME"},
    {"lengths-of-runs-that-are-products", "expr-15 expr-16 run-14", ":+ INT * OR :+ NAME * OR :+ ("},
    // chapter 06
    {"runs", "run-11 run-13 run-14 run-12", ":+"},
    {"sums-of-runs", "run-11 run-21 run-23 builtin-32", "sum ("},
    {"elements-of-runs", "run-11 run-24 builtin-33", "elem ("},
    {"words-of-runs", "run-26 run-27 builtin-34", "word ("},
    {"operators-on-runs", "run-18 run-19", "] * OR ] + OR sum ( TYPE ("},
    {"elements-of-tensors", "run-1 run-2 run-3 run-4", "NAME ["},
    // chapters 08 and 09
    {"barriers", "coll-18 level-46 builtin-51 stmt-29 coll-19", "barrier ("},
    {"warp-barriers", "coll-18 level-45 builtin-52 stmt-29 coll-20", "warp_barrier ("},
    {"grid-barriers", "coll-18 coll-21 coll-22 level-46 builtin-53", "grid_barrier ("},
    {"collectives-over-lanes", "coll-1 coll-3 level-45 expr-26", "< over ctx . lane"},
    {"collectives-over-threads", "coll-1 coll-2 coll-3 level-46 level-16", "< over ctx . thread"},
    {"atomics", "coll-26 coll-27 coll-31 level-12 level-50", "ATOMIC ("},
    {"shuffles", "coll-11 coll-12 coll-13 coll-14 coll-15 level-19", "SHUFFLE ("},
    // chapter 10
    {"slices", "tile-5 tile-9 tile-7 tile-8 level-47",
     "NAME [ ANY :+ OR NAME [ : OR , : ] OR [ ANY : OR , ANY : OR , ANY :+"},
    {"slices-of-an-end", "tile-6 tile-7 tile-8", ": INT OR : NAME + OR : NAME ] OR : NAME *"},
    {"whole-axes", "tile-6 tile-5 tile-14", "[ : , OR , : ]"},
    {"assignments-to-slices", "tile-18 tile-15 tile-17", ": ] = OR :+ ANY ] = OR : ] += OR :+ INT ] ="},
    {"initialised-tiles", "tile-13 tile-15 level-47 tile-16", "] = ANY"},
    {"declarations-of-slices", "tile-14 tile-16", "let NAME = NAME [ OR var NAME = NAME [ OR let NAME = NAME +"},
    {"results-that-are-tiles", "tile-47 type-15 level-54", "-> tile <"},
    {"generate", "tile-41 tile-42 tile-43 tile-44", "generate ("},
    {"products-of-tiles", "tile-27 tile-28 tile-32 tile-30", "dot ( OR dot_t ("},
    {"rows-of-tiles", "tile-32 tile-34 tile-33 tile-54", "rowsum ( OR rowmax ( OR rowmin ( OR rowargmax ("},
    {"tiles-as-operands", "tile-21 tile-22 tile-23 tile-3",
     "= NAME [ ANY ANY ANY ANY ] + OR ] + NAME OR ] * NAME OR ] - NAME OR * NAME ["},
};

/// "name-is-unknown": a builtin that an implementation does not have.
void add_builtins(Faults& faults) {
    for (const BuiltinRow& row : builtins) {
        const auto number = static_cast<int>(row.builtin);
        const bool is_before_collectives = row.builtin <= Builtin::store;
        if (row.family == BuiltinFamily::collective) continue;
        faults.push_back({id_of({row.spelling, "is-unknown"}),
                          {fmt::format("builtin-{}", is_before_collectives ? number + 6 : number + 10), "builtin-1"},
                          refusing(fmt::format("{} (", row.spelling))});
    }
    for (const CollectiveRow& row : collectives) {
        faults.push_back(
            {id_of({spelling(row.op), "over-scope-is-unknown"}),
             {fmt::format("builtin-{}", 36 + static_cast<int>(row.op)), "builtin-45", "builtin-1", "coll-2"},
             refusing(fmt::format("{} < over", spelling(row.op)))});
    }
}

// --- limits that are too low (lex-17, tile-52), and elements that only some threads may reach (exec-17) ---

/// How deep brackets of a kind stand in each other.
std::size_t depth(const Words& words, std::string_view open, std::string_view close) {
    std::size_t deepest = 0;
    std::size_t now = 0;
    for (const std::string_view text : words.texts) {
        if (text == open) deepest = std::max(deepest, ++now);
        if (text == close && now > 0) --now;
    }
    return deepest;
}
std::size_t longest_row(const Words& words, std::string_view of) {
    std::size_t longest = 0;
    std::size_t now = 0;
    for (const std::string_view text : words.texts) longest = std::max(longest, now = text == of ? now + 1 : 0);
    return longest;
}
std::size_t count(const Words& words, std::string_view of) {
    return static_cast<std::size_t>(std::ranges::count(words.texts, of));
}

template <class Is>
OnAnswer refusing_words(Is is) {
    return {[is](const Question& question, diagnostics::List& list) {
        if (list.has_errors() || !is(words_of(question.source))) return false;
        refuse(list);
        return true;
    }};
}
/// By the kernels of the source.
template <class Is>
OnAnswer refusing_programs(Is is) {
    return {[is](const Question& question, diagnostics::List& list) {
        if (list.has_errors()) return false;
        const syntax::Parsed parsed = syntax::parse(question.source);
        const check::Elaborated found = check::elaborate(parsed.file, {question.lanes}, question.settings);
        if (!std::ranges::any_of(found.kernels, is)) return false;
        refuse(list);
        return true;
    }};
}

bool stores_to_a_tile_in_an_arm(const program::Program& program) {
    bool found = false;
    const auto visit = [&](const program::Statement& part) {
        const auto* branch = std::get_if<program::If>(&part.node);
        if (branch == nullptr) return;
        for (const program::Statement& inner : branch->then->statements) {
            const auto* store = std::get_if<program::Store>(&inner.node);
            found = found || (store != nullptr && std::holds_alternative<program::TileId>(store->buffer));
        }
    };
    program::for_each_in(program.body, Overloaded{[](const program::Expression&) {}, visit});
    return found;
}

void add_limits(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({fmt::format("{}-refused", id), rules_of(rules), std::move(seam)});
    };
    add("brackets-199-deep", "lex-17", refusing_words([](const Words& words) { return depth(words, "(", ")") > 190; }));
    add("blocks-63-deep", "lex-17", refusing_words([](const Words& words) { return depth(words, "{", "}") > 62; }));
    add("operators-199-deep", "lex-17", refusing_words([](const Words& words) {
            return std::max(longest_row(words, "-"), longest_row(words, "!")) > 190;
        }));
    add("parameters-above-250", "lex-17", refusing_words([](const Words& words) { return count(words, ":") > 250; }));
    add("functions-above-30", "lex-17 ctx-30",
        refusing_words([](const Words& words) { return count(words, "fn") > 30; }));
    add("tiles-above-1-mib", "tile-52 tile-4 type-13 exec-18", refusing_programs([](const program::Program& program) {
            return std::ranges::any_of(program.tiles, [](const program::Tile& tile) {
                return tile.shape.elements() * bytes(tile.element) > 1 << 20;
            });
        }));
    add("elements-of-tiles-in-arms", "exec-17 level-51", refusing_programs(stores_to_a_tile_in_an_arm));
}

}  // namespace

Faults refusal_faults() {
    Faults faults;
    add_limits(faults);
    for (const Row& row : rows)
        faults.push_back({fmt::format("{}-refused", row.id), rules_of(row.rules), refusing(std::string(row.tokens))});
    add_builtins(faults);
    return faults;
}

}  // namespace phobos::mutation
