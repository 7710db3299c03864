// SPDX-License-Identifier: Apache-2.0
#include "lang/check/elaborator.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/base/assert.h"
#include "lang/base/nearest.h"
#include "lang/check/constants.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {
namespace {

constexpr std::size_t most_call_notes = 8;

}  // namespace

Elaborator::Elaborator(const Functions& functions, Target target, Mode mode, Totals before)
    : functions_(functions), target_(target), mode_(mode), bodies_(1), before_(before) {
    program_.lanes = target.lanes;
}

std::nullopt_t Elaborator::reject(Code code, Span span, std::string message, Advice advice) {
    ++reports_;
    for (std::size_t call = bodies_.size(); call > 1 && bodies_.size() - call < most_call_notes; --call) {
        const Body& around = bodies_[call - 1];
        if (around.call.begin <= span.begin && span.end <= around.call.end) continue;
        advice.notes.push_back({around.call, fmt::format("in this call of `{}`", around.function->name.text)});
    }
    diagnostics_.add({code, span, std::move(message), std::move(advice.notes), std::move(advice.fix)});
    return std::nullopt;
}

void Elaborator::warn(Code code, Span span, std::string message, Advice advice) {
    reject(code, span, std::move(message), std::move(advice));
}

diagnostics::Note Elaborator::declared_note(const std::string& name, const Symbol& symbol) const {
    return {symbol.declared, fmt::format("`{}` is {}, declared here", name, description(symbol))};
}

Advice Elaborator::nearest_advice(const syntax::Name& name, std::span<const std::string_view> candidates) const {
    if (has_reported_enough()) return {};
    const std::optional<std::string_view> found = nearest(name.text, candidates);
    if (!found) return {};
    return {.notes = {},
            .fix = diagnostics::Fix{name.span, std::string(*found), fmt::format("did you mean `{}`?", *found)}};
}

void Elaborator::declare(const syntax::Name& name, Meaning meaning) {
    const std::optional<Span> before = scope().declare(name.text, {meaning, name.span});
    if (before)
        reject(Code::duplicate_name, name.span, fmt::format("`{}` is declared twice", name.text),
               {.notes = {{*before, "first declared here"}}, .fix = {}});
}

void Elaborator::count_node(Span span) {
    ++nodes_;
    if (is_exhausted_ || mode_ == Mode::function) return;
    const bool is_kernel_full = nodes_ > limits::checked_nodes;
    if (!is_kernel_full && before_.nodes + nodes_ <= limits::checked_file_nodes) return;
    is_exhausted_ = true;
    if (before_.nodes > limits::checked_file_nodes) return;  // said of an earlier kernel
    reject(Code::program_too_large, span,
           fmt::format("the {} more than {} expressions and statements after calls are expanded",
                       is_kernel_full ? "kernel has" : "kernels of the file have",
                       is_kernel_full ? limits::checked_nodes : limits::checked_file_nodes));
}

Totals Elaborator::totals() const {
    return {before_.nodes + (mode_ == Mode::kernel ? nodes_ : 0), before_.reports + reports_};
}

bool Elaborator::has_reported_enough() const { return before_.reports + reports_ > limits::diagnostics; }

program::Expression Elaborator::make(program::ExpressionNode node, program::Type type, Span span) {
    count_node(span);
    has_tiles_ = has_tiles_ || type.form == program::Form::tile;
    return {std::move(node), type, program::ExpressionId{program_.expressions++}, span};
}

program::Expression Elaborator::constant(ScalarType type, ScalarBits value, Span span) {
    return make(program::Constant{value}, {type, program::Form::scalar, 1}, span);
}

program::Expression Elaborator::i32_constant(std::int64_t value, Span span) {
    return constant(ScalarType::i32, integer_bits(ScalarType::i32, value), span);
}

program::SiteId Elaborator::site(program::SiteKind kind, Span span) {
    program_.sites.push_back({kind, span});
    return {static_cast<std::uint32_t>(program_.sites.size() - 1)};
}

program::LocalId Elaborator::local(const syntax::Name& name, ScalarType type) {
    program_.locals.push_back({name.text, type, name.span});
    known_in_call_.push_back(false);
    return {static_cast<std::uint32_t>(program_.locals.size() - 1)};
}

program::DimId Elaborator::dim(const std::string& name, Span span) {
    program_.dims.push_back({.name = name, .multiple = 1, .span = span});
    return {static_cast<std::uint32_t>(program_.dims.size() - 1)};
}

program::TileId Elaborator::tile(const syntax::Name& name, ScalarType element, program::TileShape shape,
                                 Writing writing) {
    program_.tiles.push_back({name.text, element, shape, name.span});
    tile_writing_.push_back(writing);
    return {static_cast<std::uint32_t>(program_.tiles.size() - 1)};
}

}  // namespace phobos::check
