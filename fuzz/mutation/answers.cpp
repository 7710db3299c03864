// SPDX-License-Identifier: Apache-2.0
// What a front end does not notice: every error and warning of the table of diagnostics, as a whole and in the places
// that single rules are about.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fuzz/mutation/registry.h"
#include "lang/diagnostics/code.h"
#include "lang/diagnostics/list.h"
#include "lang/vocabulary/builtins.h"

namespace phobos::mutation {
namespace {

using diagnostics::Code;
using diagnostics::Diagnostic;
using diagnostics::List;
using diagnostics::Severity;

/// Leaves out what has this code and says this; whether there was any.
bool leave_out(List& list, Code code, std::string_view phrase) {
    List kept;
    bool found = false;
    for (Diagnostic& diagnostic : list.in_order()) {
        const bool is_it = diagnostic.code == code && diagnostic.message.find(phrase) != std::string::npos;
        found = found || is_it;
        if (!is_it) kept.add(std::move(diagnostic));
    }
    if (found) list = std::move(kept);
    return found;
}

OnAnswer silent(Code code, std::string phrase) {
    return {[code, phrase = std::move(phrase)](const Question&, List& list) { return leave_out(list, code, phrase); }};
}

/// Those of a program and its front end: the launch has its own table.
bool is_of_source(const diagnostics::CodeRow& row) { return row.number < 700 || row.number >= 900; }

/// How large these limits are, and whether there are any, is an implementation's own.
bool is_own_limit(Code code) {
    constexpr std::array limits{Code::expression_too_deep, Code::blocks_too_deep, Code::source_too_large,
                                Code::too_many_parameters, Code::calls_too_deep};
    return std::ranges::find(limits, code) != limits.end();
}

void add_codes(Faults& faults) {
    for (const diagnostics::CodeRow& row : diagnostics::code_rows)
        if (is_of_source(row) && !row.rule.empty())
            faults.push_back({id_of({row.name, row.severity == Severity::error ? "accepted" : "not-told"}),
                              {std::string(row.rule)},
                              silent(row.code, ""),
                              is_own_limit(row.code) ? "such limits are an implementation's own" : ""});
}

/// What a rule forbids, by the error and the words by which that is told.
struct Place {
    std::string_view id;
    std::string_view rules;
    Code code;
    std::string_view phrase;
};
using enum Code;
constexpr Place places[]{
    {"assignment-as-condition", "stmt-15", assignment_in_expression, "`==` compares"},
    {"brace-of-a-kernel-on-its-own-line", "lex-12 lex-15", brace_on_own_line, "of a kernel"},
    {"elif", "stmt-16", foreign_keyword, "elif"},
    {"else-on-its-own-line", "lex-12 lex-15", misplaced_else, ""},
    {"keyword-as-a-name", "lex-6 stmt-4", reserved_name, ""},
    {"line-that-begins-with-minus", "lex-12 stmt-28", line_begins_with_operator, "`-`"},
    {"line-that-begins-with-plus", "lex-5 lex-10", line_begins_with_operator, "`+`"},
    {"unary-plus", "lex-11 expr-8", expected_expression, "unary `+`"},
    {"suffix-of-a-number", "lex-9 lex-11", malformed_integer, "cannot follow"},
    {"expression-of-split-tokens", "lex-5", expected_expression, "found `)`"},
    {"operator-of-another-language", "lex-10", word_operator, ""},
    {"comment-of-another-language", "lex-10 lex-4", unexpected_character, "comment"},
    {"semicolon-in-brackets", "lex-13", expected_token, "found `;`"},
    {"statements-on-one-line", "lex-13", missing_terminator, ""},
    {"two-pairs-of-brackets", "run-1", postfix_of_expression, "subscripts"},
    {"name-with-other-case", "lex-9 lex-8", unknown_name, "is not declared"},
    {"store-to-a-let-tile", "type-15 type-12 run-6 run-28 coll-26 ctx-26 tile-46 tile-17", tile_constant, ""},
    {"element-of-another-type", "stmt-11", wrong_type, "an element of"},
    {"ballot-into-i32", "coll-16 builtin-50", wrong_type, "the value is `i64`"},
    {"function-that-returns-a-tensor", "type-15", tensor_declared, "return"},
    {"declared-tensor", "stmt-8", tensor_declared, "only a parameter"},
    {"sum-of-two-types", "type-5 stmt-27 expr-8 expr-9 expr-13", mixed_types, "`+`"},
    {"product-of-two-types", "run-18", mixed_types, "`*`"},
    {"order-of-two-types", "expr-6", mixed_types, "`<`"},
    {"range-of-two-types", "stmt-19", mixed_types, "`range`"},
    {"where-of-two-types", "builtin-22", mixed_types, "`where`"},
    {"min-of-two-types", "builtin-1 builtin-6", mixed_types, "`min`"},
    {"shape-of-a-slice", "type-20 ctx-25 ctx-27 tile-6 tile-14 tile-18", tile_value_shape, "slice"},
    {"shape-of-a-broadcast-target", "tile-19", tile_value_shape, "has the shape [4, 1]"},
    {"tile-type-of-a-compound", "tile-19", tile_value_type, "computes in"},
    {"tile-type-of-a-slice", "tile-14 builtin-2 builtin-3", tile_value_type, "only floats convert"},
    {"plus-of-bool", "type-2", operand_type, "`+`"},
    {"minus-of-bool", "expr-7", operand_type, "`-` takes numbers"},
    {"order-of-bools", "expr-6 expr-14", operand_type, "`<` takes"},
    {"remainder-of-floats", "stmt-12", operand_type, "`%` takes"},
    {"extent-of-a-tile-not-constant", "type-13", not_constant, "an extent of a tile"},
    {"length-of-a-run-not-constant", "run-14 expr-15", not_constant, "the length of a run"},
    {"unroll-not-constant", "stmt-23", not_constant, "`unroll`"},
    {"axis-of-extent-not-constant", "builtin-30", not_constant, "`extent`"},
    {"program-id-not-constant", "builtin-31 ctx-34", not_constant, "`program_id`"},
    {"iota-not-constant", "builtin-72 tile-40", not_constant, "`iota`"},
    {"program-id-of-3", "builtin-31", program_id_range, ""},
    {"tile-parameter", "type-8 ctx-22", tile_parameter_of_kernel, ""},
    {"name-of-a-setting-unknown", "ctx-16", unknown_name, "`S`"},
    {"name-of-the-caller", "ctx-23", unknown_name, "`T`"},
    {"name-after-its-block", "stmt-2", unknown_name, "`x`"},
    {"variable-named-like-a-builtin", "expr-26", unknown_name, "`min`"},
    {"autotune-of-negative", "ctx-17", autotune_value, "-1"},
    {"form-of-autotune", "ctx-16", malformed_attribute, "autotune"},
    {"form-of-assert-coalesced", "ctx-20", malformed_attribute, "assert_coalesced"},
    {"form-of-launch", "ctx-14", malformed_attribute, "launch"},
    {"block-alone", "ctx-35", unknown_context_field, "has the fields"},
    {"context-alone", "ctx-35", unknown_context_field, "is used through its fields"},
    {"arguments-of-a-function", "expr-27", argument_count, "`add` takes"},
    {"arguments-of-a-conversion", "expr-24 builtin-77", argument_count, "`i64` takes"},
    {"dim-of-2-to-the-31", "ctx-7", tensor_dim, "below 2^31"},
    {"result-of-a-kernel", "ctx-4 ctx-1", expected_token, "a kernel has no result"},
    {"value-of-return-in-a-kernel", "ctx-4", return_value, "a kernel has no result"},
    {"value-of-return-without-result", "tile-47", return_value, "has no result"},
    {"launch-of-half-a-warp", "ctx-33", launch_threads, "of the 64 lanes"},
    {"parameter-named-like-a-dim", "ctx-2", duplicate_name, "`N`"},
    {"parameter-named-like-a-constant", "ctx-2", duplicate_name, "`T`"},
    {"assignment-to-a-parameter", "ctx-22 ctx-3", assignment_to_constant, "is a parameter"},
    {"assignment-to-a-let", "stmt-5", assignment_to_constant, "is a `let`"},
    {"argument-with-other-elements", "type-5", call_argument, "has elements of"},
    {"argument-with-other-rank", "expr-27", call_argument, "axes"},
    {"argument-with-other-extent", "expr-27", call_extents, "demands the extent"},
    {"argument-of-another-type", "expr-27", wrong_type, "the parameter"},
    {"compound-comparison", "stmt-13", expected_expression, "found `=`"},
    {"constant-step-of-zero", "expr-18", constant_step, ""},
    {"value-unlike-its-declaration", "stmt-6 expr-10 expr-14", wrong_type, "but the value is"},
    {"result-of-another-type", "stmt-26", wrong_type, "the result of"},
    {"condition-of-while", "stmt-24", condition_type, "`while`"},
    {"condition-of-where", "builtin-1 builtin-22 tile-24 tile-3", condition_type, "`where`"},
    {"argument-of-ballot", "coll-16 builtin-50", condition_type, "`ballot`"},
    {"store-as-operand", "run-28", statement_as_operand, "`store`"},
    {"barrier-as-operand", "coll-18", statement_as_operand, "barrier"},
    {"constant-division", "expr-16 num-3 exec-35 stmt-27", constant_division, ""},
    {"constant-shift", "exec-35 num-5", constant_shift, ""},
    {"constant-index-of-elem", "run-24", constant_index, "elements"},
    {"constant-index-of-word", "run-27", constant_index, "words"},
    {"constant-subscript", "run-4", constant_index, "the subscript"},
    {"constant-run", "run-17", constant_index, "the run of"},
    {"integer-literal-out-of-range", "expr-8 expr-25", integer_literal_range, ""},
    {"number-for-a-bool", "expr-14", literal_kind, "`bool` is needed"},
    {"run-as-an-argument", "run-18 run-12", tile_as_scalar, "the parameter"},
    {"run-as-an-index", "run-3 run-11 run-12", tile_as_scalar, "the index of"},
    {"run-as-a-subscript", "run-11 run-12", tile_as_scalar, "a subscript is"},
    {"run-as-an-element", "run-11", tile_as_scalar, "an element of"},
    {"tile-in-a-shuffle", "coll-14", tile_as_scalar, "`shuffle`"},
    {"tile-in-a-collective", "coll-3 coll-1 run-12", tile_as_scalar, "the operand of `sum`"},
    {"subscript-that-is-no-integer", "run-14 run-2 coll-31 tile-10", wrong_type, "a subscript is an integer"},
    {"index-of-elem-that-is-no-integer", "builtin-33 run-24", wrong_type, "the index of `elem`"},
    {"index-of-word-that-is-no-integer", "builtin-34 run-26", wrong_type, "the index of `word`"},
    {"selector-of-shuffle", "builtin-46 coll-15", wrong_type, "of `shuffle`"},
    {"selector-of-shuffle-down", "builtin-49 coll-15", wrong_type, "of `shuffle_down`"},
    {"selector-of-shuffle-up", "builtin-48 coll-15", wrong_type, "of `shuffle_up`"},
    {"selector-of-shuffle-xor", "builtin-47 coll-15", wrong_type, "of `shuffle_xor`"},
    {"operand-of-atomic-add", "coll-27 coll-29", wrong_type, "the operand of `atomic_add`"},
    {"elements-of-store", "builtin-35 run-28", wrong_type, "the elements of"},
    {"lengths-of-store", "builtin-35 run-28", run_lengths_differ, ""},
    {"store-of-no-run", "builtin-35", store_without_run, ""},
    {"word-of-a-scalar", "run-26 run-13", run_missing, "`word`"},
    {"sum-of-a-run-of-bools", "builtin-32 run-22", argument_type, "runs of numbers"},
    {"operand-of-all", "builtin-44 coll-2", argument_type, "`all`"},
    {"barrier-of-generate", "level-53", generate_effect, "barrier"},
    {"arguments-of-atomic-cas", "coll-26", argument_count, "`atomic_cas`"},
    {"arguments-of-atomic-add", "coll-26", argument_count, "`atomic_add`"},
    {"arguments-of-shuffle", "coll-11", argument_count, "`shuffle`"},
    {"arguments-of-sum", "coll-2 builtin-36", argument_count, "`sum`"},
    {"arguments-of-dot", "tile-27", argument_count, "`dot`"},
    {"arguments-of-generate", "tile-43", argument_count, "`generate`"},
    {"arguments-of-iota", "tile-40", argument_count, "`iota`"},
    {"rows-of-bools", "tile-32 builtin-78", argument_type, "takes tiles of numbers"},
    {"bar-of-grid-barrier", "builtin-53", grid_barrier_bar, ""},
    {"grid-barrier-without-persistent", "coll-18 builtin-53", grid_barrier_not_persistent, ""},
    {"function-of-generate", "builtin-73", generate_function, ""},
    {"size-of-a-tile", "tile-4 tile-27", tile_size, ""},
    {"rowargmax-of-bools", "tile-32", argument_type, "`rowargmax`"},
    {"extent-of-a-slice-by-elements", "tile-8", slice_extent_unknown, "less"},
    {"subscripts-of-a-slice", "tile-5 tile-21", subscript_count, ""},
    {"tmax-of-scalars", "tile-24", scalar_as_tile, "`tmax`"},
    {"tmin-of-scalars", "tile-24", scalar_as_tile, "`tmin`"},
    {"tile-as-an-argument-of-some-threads", "level-54", tile_operation_divergent, "a tile as an argument"},
    {"return-of-a-tile-by-some-threads", "level-54", tile_operation_divergent, "the return of a tile"},
    {"extents-of-dot-t", "builtin-63", dot_extents, "`dot_t`"},
    {"product-of-bytes", "num-7", narrow_arithmetic, ""},
};

/// Errors that name the builtin whose row in chapter 7 they enforce.
void add_builtins(Faults& faults) {
    constexpr std::array codes{argument_type, argument_count, scalar_as_tile, tile_rank, atomic_type};
    for (const BuiltinRow& row : builtins) {
        const auto number = static_cast<int>(row.builtin);
        const bool is_before_collectives = row.builtin <= Builtin::store;
        const std::string rule = fmt::format("builtin-{}", is_before_collectives ? number + 6 : number + 10);
        const std::string phrase = fmt::format("`{}` takes", row.spelling);
        faults.push_back({id_of({row.spelling, "takes-anything"}), {rule}, OnAnswer{[=](const Question&, List& list) {
                              bool found = false;
                              for (const Code code : codes) found = leave_out(list, code, phrase) || found;
                              return found;
                          }}});
    }
    for (const CollectiveRow& row : collectives) {
        const std::string phrase = fmt::format("`{}` takes", spelling(row.op));
        faults.push_back({id_of({spelling(row.op), "over-scope-takes-anything"}),
                          {fmt::format("builtin-{}", 36 + static_cast<int>(row.op)), "coll-2"},
                          silent(argument_type, phrase)});
    }
}

/// The rules of the place, and the one by which the error is reported there.
std::vector<std::string> broken_at(const Place& place) {
    std::vector<std::string> rules = rules_of(place.rules);
    const std::string reported(diagnostics::row(place.code).rule);
    if (!reported.empty() && std::ranges::find(rules, reported) == rules.end()) rules.push_back(reported);
    return rules;
}

}  // namespace

Faults answer_faults() {
    Faults faults;
    add_codes(faults);
    for (const Place& place : places)
        faults.push_back(
            {id_of({place.id, "let-through"}), broken_at(place), silent(place.code, std::string(place.phrase))});
    add_builtins(faults);
    return faults;
}

}  // namespace phobos::mutation
