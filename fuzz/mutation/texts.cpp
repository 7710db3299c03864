// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutation/texts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace phobos::mutation {
namespace {

constexpr std::array rows{
    TextFault{"text-min-for-max", "ph::max(", "ph::min("},
    TextFault{"text-shuffle-for-shuffle-xor", "ph::shuffle_xor(", "ph::shuffle("},
    TextFault{"text-shuffle-xor-for-shuffle", "ph::shuffle(", "ph::shuffle_xor("},
    TextFault{"text-down-for-up", "ph::shuffle_up(", "ph::shuffle_down("},
    TextFault{"text-up-for-down", "ph::shuffle_down(", "ph::shuffle_up("},
    TextFault{"text-prod-for-sum", "<ph::Sum>", "<ph::Prod>"},
    TextFault{"text-sum-for-prod", "<ph::Prod>", "<ph::Sum>"},
    TextFault{"text-max-for-min-of-lanes", "<ph::Min>", "<ph::Max>"},
    TextFault{"text-min-for-max-of-lanes", "<ph::Max>", "<ph::Min>"},
    TextFault{"text-or-for-and", "<ph::And>", "<ph::Or>"},
    TextFault{"text-and-for-or", "<ph::Or>", "<ph::And>"},
    TextFault{"text-or-for-xor", "<ph::Xor>", "<ph::Or>"},
    TextFault{"text-all-for-any", "<ph::Any>", "<ph::All>"},
    TextFault{"text-any-for-all", "<ph::All>", "<ph::Any>"},
    TextFault{"text-ballot-of-not", "ph::ballot(ctx, ", "ph::ballot(ctx, !"},
    TextFault{"text-barrier-missing", "ph::barrier(ctx);", ";"},
    TextFault{"text-remainder-for-divide", "faults.divide(", "faults.remainder("},
    TextFault{"text-divide-for-remainder", "faults.remainder(", "faults.divide("},
    TextFault{"text-right-for-left", "faults.shift_left(", "faults.shift_right("},
    TextFault{"text-left-for-right", "faults.shift_right(", "faults.shift_left("},
    TextFault{"text-floor-for-ceil", "ph::ceil(", "ph::floor("},
    TextFault{"text-ceil-for-floor", "ph::floor(", "ph::ceil("},
    TextFault{"text-trunc-for-round", "ph::round(", "ph::trunc("},
    TextFault{"text-floor-for-trunc", "ph::trunc(", "ph::floor("},
    TextFault{"text-abs-missing", "ph::abs(", "("},
    TextFault{"text-popcount-for-clz", "ph::clz(", "ph::popcount("},
    TextFault{"text-clz-for-popcount", "ph::popcount(", "ph::clz("},
    TextFault{"text-abs-for-sqrt", "ph::sqrt(", "ph::abs("},
    TextFault{"text-log-for-exp", "ph::exp(", "ph::log("},
    TextFault{"text-cos-for-sin", "ph::sin(", "ph::cos("},
    TextFault{"text-sin-for-tanh", "ph::tanh(", "ph::sin("},
    TextFault{"text-sqrt-for-rsqrt", "ph::rsqrt(", "ph::sqrt("},
    TextFault{"text-thread-for-lane", "ctx.lane", "ctx.thread"},
    TextFault{"text-lane-for-thread", "ctx.thread", "ctx.lane"},
    TextFault{"text-first-warp-for-warp", "ctx.warp", "i32(0)"},
    TextFault{"text-first-block-for-block", "ctx.block.x", "i32(0)"},
    TextFault{"text-one-block-for-grid", "ctx.grid.x", "i32(1)"},
    TextFault{"text-or-for-and-of-conditions", " && ", " || "},
    TextFault{"text-at-most-for-less", " < ", " <= "},
    TextFault{"text-less-for-at-most", " <= ", " < "},
    TextFault{"text-at-least-for-more", " > ", " >= "},
    TextFault{"text-more-for-at-least", " >= ", " > "},
    TextFault{"text-unequal-for-equal", " == ", " != "},
    TextFault{"text-minus-for-plus", " + ", " - "},
    TextFault{"text-or-for-bits-and", " & ", " | "},
    TextFault{"text-or-for-bits-xor", " ^ ", " | "},
    TextFault{"text-xor-for-bits-or", " | ", " ^ "},
    TextFault{"text-positive-zero-negative", "0.0f", "-0.0f"},
    TextFault{"text-infinity-for-nan", "ph::quiet_nan", "ph::infinity"},
    TextFault{"text-first-element-for-second", "[1]", "[0]"},
    TextFault{"text-both-arms", "} else {", "} {"},
    TextFault{"text-continue-missing", "continue;", ";"},
    TextFault{"text-atomic-min-for-max", "ph::atomic_max(", "ph::atomic_min("},
    TextFault{"text-atomic-max-for-min", "ph::atomic_min(", "ph::atomic_max("},
    TextFault{"text-atomic-or-for-xor", "ph::atomic_xor(", "ph::atomic_or("},
    TextFault{"text-atomic-or-for-and", "ph::atomic_and(", "ph::atomic_or("},
    TextFault{"text-atomic-and-for-or", "ph::atomic_or(", "ph::atomic_and("},
};

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether two characters that now are neighbours would be one name.
bool joins(char left, char right) { return is_of_name(left) && is_of_name(right); }

}  // namespace

std::span<const TextFault> text_faults() { return rows; }

std::optional<std::string> with_fault(const TextFault& fault, std::string_view text) {
    std::string result;
    bool is_changed = false;
    std::size_t begin = std::min(text.find('{'), text.size());
    result += text.substr(0, begin);
    while (begin < text.size()) {
        const std::size_t at = std::min(text.find(fault.from, begin), text.size());
        result += text.substr(begin, at - begin);
        if (at == text.size()) break;
        const std::size_t end = at + fault.from.size();
        const bool is_whole = (at == 0 || !joins(text[at - 1], fault.from.front())) &&
                              (end == text.size() || !joins(fault.from.back(), text[end]));
        result += is_whole ? fault.to : fault.from;
        is_changed = is_changed || is_whole;
        begin = end;
    }
    if (!is_changed) return std::nullopt;
    return result;
}

}  // namespace phobos::mutation
