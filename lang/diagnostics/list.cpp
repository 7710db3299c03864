// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/list.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

namespace phobos::diagnostics {
namespace {

auto by_place(const Diagnostic& diagnostic) {
    return std::make_tuple(diagnostic.span.begin, diagnostic.span.end, diagnostic.code,
                           std::string_view(diagnostic.message));
}

}  // namespace

bool List::ByWeight::operator()(const Diagnostic& a, const Diagnostic& b) const {
    const auto weight = [](const Diagnostic& diagnostic) {
        return std::make_tuple(row(diagnostic.code).severity, by_place(diagnostic));
    };
    return weight(a) < weight(b);
}

void List::add(Diagnostic diagnostic) {
    kept_.insert(std::move(diagnostic));
    if (kept_.size() <= most_) return;
    kept_.erase(std::prev(kept_.end()));
    is_truncated_ = true;
}

void List::add(const List& other) {
    for (const Diagnostic& diagnostic : other.kept_) add(diagnostic);
    is_truncated_ = is_truncated_ || other.is_truncated_;
}

Counts List::counts() const {
    const auto of = [this](Severity severity) {
        return static_cast<std::size_t>(std::ranges::count_if(
            kept_, [severity](const Diagnostic& diagnostic) { return row(diagnostic.code).severity == severity; }));
    };
    return {of(Severity::error), of(Severity::warning), of(Severity::hint)};
}

std::vector<Diagnostic> List::in_order() const {
    std::vector<Diagnostic> ordered(kept_.begin(), kept_.end());
    std::ranges::sort(ordered, {}, by_place);
    return ordered;
}

std::string spelling(const Counts& counts) {
    std::vector<std::string> parts;
    const auto add = [&parts](std::size_t count, std::string_view noun) {
        if (count > 0) parts.push_back(fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s"));
    };
    add(counts.errors, "error");
    add(counts.warnings, "warning");
    add(counts.hints, "hint");
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

}  // namespace phobos::diagnostics
