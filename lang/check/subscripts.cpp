// SPDX-License-Identifier: Apache-2.0
// Elements, runs and what consumes them (docs/spec/06-subscripts-and-runs.md).
#include <fmt/format.h>

#include <algorithm>

#include "lang/check/constants.h"
#include "lang/check/elaborator.h"
#include "lang/check/messages.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {
namespace {

bool is_point(const syntax::Place& place) { return std::holds_alternative<syntax::Point>(place.node); }

bool has_span(const syntax::Subscript& subscript) {
    return !std::all_of(subscript.places.begin(), subscript.places.end(), is_point);
}

/// The operand of a sum with its 8-bit parts converted to i32.
std::string widened(const syntax::Expression& operand) {
    const auto* binary = std::get_if<syntax::Binary>(&operand.node);
    if (binary == nullptr || shape(binary->op) != OperatorShape::arithmetic) return converted(ScalarType::i32, operand);
    return fmt::format("{} {} {}", converted(ScalarType::i32, *binary->left), spelling(binary->op),
                       converted(ScalarType::i32, *binary->right));
}

}  // namespace

Value Elaborator::subscript(const syntax::Subscript& subscript, Span span, Spans spans) {
    if (has_span(subscript)) {
        return spans == Spans::runs ? run_load(subscript, span) : slice(subscript, span);
    }
    std::optional<Element> element_of = element_places(subscript, span);
    if (!element_of) return std::nullopt;
    note_access(element_of->buffer, Access::read, span);
    const program::SiteId load = site(program::SiteKind::load, span);
    return make(program::Load{element_of->buffer, std::move(element_of->subscripts), load},
                {element(element_of->buffer), program::Form::scalar, 1}, span);
}

std::optional<Elaborator::Element> Elaborator::element_places(const syntax::Subscript& subscript, Span span) {
    const std::optional<program::Buffer> base = buffer(subscript.base);
    std::vector<Value> points;
    for (const syntax::Place& place : subscript.places)
        points.push_back(point(*std::get<syntax::Point>(place.node).index));
    if (!base || !has_places(*base, points.size(), span)) return std::nullopt;
    Element result{*base, {}};
    for (std::size_t axis = 0; axis < points.size(); ++axis)
        if (points[axis] && is_inside(*base, axis, *points[axis], 1))
            result.subscripts.push_back(std::move(*points[axis]));
    if (result.subscripts.size() != points.size()) return std::nullopt;
    return result;
}

bool Elaborator::has_places(const program::Buffer& base, std::size_t places, Span span) {
    if (places == rank(base)) return true;
    reject(Code::subscript_count, span,
           fmt::format("`{}` has {} {}, but the subscript list {}", name(base), rank(base),
                       rank(base) == 1 ? "axis" : "axes", count_of(places, "place")));
    return false;
}

Value Elaborator::point(const syntax::Expression& index) { return integer(index, "a subscript"); }

bool Elaborator::is_inside(const program::Buffer& base, std::size_t axis, const program::Expression& index,
                           std::int64_t elements) {
    const auto* known = std::get_if<program::Constant>(&index.node);
    if (known == nullptr) return true;
    const std::int64_t first = integer_value(index.type.element, known->value);
    const std::optional<std::int64_t> extent = constant_extent(base, axis);
    if (first >= 0 && (!extent || first <= *extent - elements)) return true;
    const std::string what = elements == 1 ? fmt::format("the subscript {}", first)
                                           : fmt::format("the run of {} elements from {}", elements, first);
    const std::string where = extent ? fmt::format(", whose extent there is {}", *extent) : "";
    reject(Code::constant_index, index.span,
           fmt::format("{} is outside axis {} of `{}`{}", what, axis, name(base), where));
    return false;
}

std::optional<Elaborator::Run> Elaborator::run_places(const syntax::Subscript& subscript, Span span) {
    const auto* length = std::get_if<syntax::LengthSpan>(&subscript.places.back().node);
    const auto misplaced = std::find_if_not(subscript.places.begin(), subscript.places.end() - 1, is_point);
    if (length == nullptr || misplaced != subscript.places.end() - 1) {
        const Span at = misplaced != subscript.places.end() - 1 ? misplaced->span : subscript.places.back().span;
        const std::string points = subscript.places.size() == 1 ? "" : "i, ";
        return reject(Code::misplaced_span, at,
                      fmt::format("a run has one span, in the last place and with a length: `{}[{}s :+ n]`",
                                  subscript.base.text, points));
    }
    const std::optional<program::Buffer> base = buffer(subscript.base);
    std::vector<Value> places;
    for (const syntax::Place& place : subscript.places)
        places.push_back(point(is_point(place) ? *std::get<syntax::Point>(place.node).index : *length->start));
    const std::optional<std::int32_t> elements = run_length(*length->length);
    if (!base || !elements || !has_places(*base, places.size(), span)) return std::nullopt;
    Run result{*base, {}, *elements};
    for (std::size_t axis = 0; axis < places.size(); ++axis) {
        const bool is_last = axis + 1 == places.size();
        if (places[axis] && is_inside(*base, axis, *places[axis], is_last ? std::max(*elements, 1) : 1))
            result.subscripts.push_back(std::move(*places[axis]));
    }
    if (result.subscripts.size() != places.size()) return std::nullopt;
    return result;
}

std::optional<std::int32_t> Elaborator::run_length(const syntax::Expression& length) {
    const std::optional<ConstantInteger> elements = constant_integer(length, "the length of a run");
    if (!elements) return std::nullopt;
    if (!elements->value) return 0;
    if (1 <= *elements->value && *elements->value <= limits::run_elements)
        return static_cast<std::int32_t>(*elements->value);
    return reject(Code::run_length, length.span,
                  fmt::format("the length of a run is 1 to {}, not {}", limits::run_elements, *elements->value));
}

Value Elaborator::run_load(const syntax::Subscript& subscript, Span span) {
    std::optional<Run> run = run_places(subscript, span);
    if (!run) return std::nullopt;
    note_access(run->buffer, Access::read, span);
    const program::SiteId load = site(program::SiteKind::run_load, span);
    return make(program::RunLoad{run->buffer, std::move(run->subscripts), load},
                {element(run->buffer), program::Form::run, run->elements}, span);
}

Value Elaborator::run_expression(const syntax::Expression& argument, std::string_view consumer) {
    Value run = expression(argument, Spans::runs);
    if (!run || run->type.form == program::Form::run) return run;
    Advice advice{.notes = {{argument.span, "a run is a subscript list with a span, as in `A[i, k :+ 4]`"}}, .fix = {}};
    if (consumer == "sum")
        advice.notes.push_back(
            {argument.span, "a sum over threads is `sum<over ctx.lane>(..)` or `sum<over ctx.thread>(..)`"});
    return reject(Code::run_missing, argument.span,
                  fmt::format("`{}` takes a run, not {}", consumer,
                              run->type.form == program::Form::tile ? "a tile" : "a scalar"),
                  std::move(advice));
}

Value Elaborator::run_sum(const syntax::Call& call, Span span) {
    const syntax::Expression& argument = call.arguments.front();
    Value run = run_expression(argument, "sum");
    if (!run) return std::nullopt;
    const ScalarType type = run->type.element;
    if (!is_number(type)) return wrong_argument("sum", "runs of numbers", *run);
    const auto* product = std::get_if<syntax::Binary>(&argument.node);
    const bool has_warned = product != nullptr && product->op == BinaryOperator::multiply;
    if ((type == ScalarType::i8 || type == ScalarType::u8) && !has_warned)
        warn(Code::narrow_arithmetic, argument.span, fmt::format("sums of `{}` wrap at 8 bits", spelling(type)),
             {.notes = {}, .fix = diagnostics::Fix{argument.span, widened(argument), "add in `i32`"}});
    return make(program::RunSum{std::move(*run)}, {type, program::Form::scalar, 1}, span);
}

Value Elaborator::run_element(const syntax::Call& call, Span span) {
    Value run = run_expression(call.arguments[0], "elem");
    Value index = integer(call.arguments[1], "the index of `elem`");
    if (!run || !index || !is_run_index(*index, run->type.elements, "elements")) return std::nullopt;
    const program::SiteId place = site(program::SiteKind::run_index, span);
    const ScalarType type = run->type.element;
    return make(program::RunElement{std::move(*run), std::move(*index), place}, {type, program::Form::scalar, 1}, span);
}

Value Elaborator::run_word(const syntax::Call& call, Span span) {
    Value run = run_expression(call.arguments[0], "word");
    Value index = integer(call.arguments[1], "the index of `word`");
    if (!run || !index) return std::nullopt;
    if (!std::holds_alternative<program::RunLoad>(run->node))
        return reject(Code::word_of_run, run->span, "`word` takes a plain run, not an expression of runs");
    const int run_bytes = run->type.elements * bytes(run->type.element);
    if (run->type.element == ScalarType::boolean || run_bytes % 4 != 0)
        return reject(
            Code::word_of_run, run->span,
            run_bytes % 4 != 0 && run->type.element != ScalarType::boolean
                ? fmt::format("`word` takes a run of whole words, but {} are {} bytes", spelling(run->type), run_bytes)
                : "`word` does not take a run of `bool`");
    if (!is_run_index(*index, run_bytes / 4, "words")) return std::nullopt;
    const program::SiteId place = site(program::SiteKind::run_index, span);
    return make(program::RunWord{std::move(*run), std::move(*index), place},
                {ScalarType::u32, program::Form::scalar, 1}, span);
}

bool Elaborator::is_run_index(const program::Expression& index, std::int64_t count, std::string_view of) {
    const auto* known = std::get_if<program::Constant>(&index.node);
    if (known == nullptr) return true;
    const std::int64_t value = integer_value(index.type.element, known->value);
    if (value >= 0 && (value < count || count == 0)) return true;
    reject(Code::constant_index, index.span, fmt::format("the index {} is outside the run's {} {}", value, count, of));
    return false;
}

}  // namespace phobos::check
