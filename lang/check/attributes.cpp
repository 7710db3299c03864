// SPDX-License-Identifier: Apache-2.0
// What stands before a kernel (ctx-11 to ctx-21).
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "lang/base/assert.h"
#include "lang/check/elaborator.h"
#include "lang/check/messages.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {
namespace {

Span name_span(const syntax::AttributeUse& use) { return {use.span.begin, use.name.span.end}; }

}  // namespace

void Elaborator::attributes(const syntax::Kernel& kernel, const std::vector<Setting>& settings) {
    std::vector<std::pair<std::string_view, Span>> seen;
    std::vector<std::string_view> known;
    for (const AttributeRow& entry : phobos::attributes) known.push_back(entry.spelling);
    for (const syntax::AttributeUse& use : kernel.attributes) {
        const std::string_view name = use.name.text;
        const std::optional<Attribute> found = attribute(name);
        if (!found) {
            warn(Code::unknown_attribute, name_span(use), fmt::format("there is no attribute `@{}`", name),
                 nearest_advice(use.name, known));
            continue;
        }
        const auto before =
            std::find_if(seen.begin(), seen.end(), [&](const auto& other) { return other.first == name; });
        if (before != seen.end())
            reject(Code::duplicate_attribute, name_span(use), fmt::format("`@{}` stands twice", name),
                   {.notes = {{before->second, "first here"}}, .fix = {}});
        if (before == seen.end()) program_.attributes.push_back(*found);
        seen.emplace_back(name, name_span(use));
    }
    for (const syntax::AttributeUse& use : kernel.attributes)
        if (attribute(use.name.text) == Attribute::autotune) autotune(use, settings);
    for (const syntax::AttributeUse& use : kernel.attributes)
        if (attribute(use.name.text) == Attribute::launch) launch_bounds(use);
}

void Elaborator::autotune(const syntax::AttributeUse& use, const std::vector<Setting>& settings) {
    std::vector<std::pair<syntax::Name, std::int64_t>> tunables;
    for (const syntax::Choices& choices : use.choices) {
        std::optional<std::int64_t> value;
        PHOBOS_ASSERT(!choices.values.empty());
        for (const syntax::Expression& choice : choices.values) {
            const std::optional<ConstantInteger> known = constant_integer(choice, "a value of `@autotune`");
            if (known && *known->value < 1)
                reject(Code::autotune_value, choice.span,
                       fmt::format("a value of `@autotune` is at least 1, not {}", *known->value));
            if (known && !value) value = known->value;
        }
        for (const Setting& setting : settings)
            if (setting.name == choices.name.text) value = set_value(setting, choices.name.span);
        tunables.emplace_back(choices.name, std::max<std::int64_t>(value.value_or(1), 1));
    }
    // Declared last: no choice sees an autotune constant (ctx-16).
    for (const auto& [name, value] : tunables) {
        declare(name, ConstantName{value, true});
        program_.tunables.push_back({name.text, value});
    }
}

std::int64_t Elaborator::set_value(const Setting& setting, Span declared) {
    if (1 <= setting.value && setting.value <= std::numeric_limits<std::int32_t>::max()) return setting.value;
    reject(Code::setting_range, declared,
           fmt::format("`{}` is set to {}, which is no positive `i32`", setting.name, setting.value));
    return 1;
}

void Elaborator::launch_bounds(const syntax::AttributeUse& use) {
    PHOBOS_ASSERT(!use.expressions.empty() && use.expressions.size() <= 3);
    const std::optional<ConstantInteger> threads = constant_integer(use.expressions[0], "the number of threads");
    if (threads) {
        const std::int64_t count = *threads->value;
        if (count >= 1 && count <= limits::threads && count % target_.lanes == 0)
            program_.bounds.threads = static_cast<int>(count);
        else
            reject(Code::launch_threads, use.expressions[0].span,
                   fmt::format("{} threads are no positive multiple of the {} lanes of a warp up to {}", count,
                               target_.lanes, limits::threads));
    }
    const auto bound = [&](std::size_t place, std::string_view what) -> std::optional<int> {
        if (use.expressions.size() <= place) return std::nullopt;
        const std::optional<ConstantInteger> value = constant_integer(use.expressions[place], what);
        if (!value) return std::nullopt;
        if (*value->value >= 1) return static_cast<int>(*value->value);
        return reject(Code::launch_bounds, use.expressions[place].span,
                      fmt::format("{} is at least 1, not {}", what, *value->value));
    };
    program_.bounds.min_blocks = bound(1, "the least number of blocks");
    program_.bounds.max_registers = bound(2, "the greatest number of registers");
}

void Elaborator::aligned(const syntax::AttributeUse& use) {
    for (const syntax::Alignment& alignment : use.alignments) {
        const std::optional<ConstantInteger> multiple =
            constant_integer(alignment.multiple, "the multiple of `@aligned`");
        const std::string& name = alignment.name.text;
        if (multiple && *multiple->value < 1)
            reject(Code::aligned_multiple, alignment.multiple.span,
                   fmt::format("a multiple is at least 1, not {}", *multiple->value));
        const Symbol* symbol = scope().find(name);
        const auto* bound = symbol != nullptr ? std::get_if<DimName>(&symbol->meaning) : nullptr;
        const auto* known = symbol != nullptr ? std::get_if<ConstantName>(&symbol->meaning) : nullptr;
        if (bound == nullptr && known == nullptr) {
            std::vector<std::string_view> dims;
            for (const program::Dim& entry : program_.dims) dims.push_back(entry.name);
            reject(Code::aligned_dim, alignment.name.span, fmt::format("`{}` is no dim of the kernel", name),
                   nearest_advice(alignment.name, dims));
            continue;
        }
        if (!multiple || *multiple->value < 1) continue;
        if (bound != nullptr)
            program_.dims[bound->dim.index].multiple = *multiple->value;
        else if (known->value % *multiple->value != 0)
            reject(Code::aligned_multiple, alignment.name.span,
                   fmt::format("`{}` is {}, which is no multiple of {}", name, known->value, *multiple->value));
    }
}

void Elaborator::hint_attributes(const syntax::Kernel& kernel) {
    for (const syntax::AttributeUse& use : kernel.attributes) {
        const std::optional<Attribute> found = attribute(use.name.text);
        std::string_view lacks;
        if (found == Attribute::tensorcore && !has_dot_) lacks = "`dot`";
        if (found == Attribute::persistent && bars_.empty()) lacks = "`grid_barrier`";
        const bool is_of_tiles =
            found == Attribute::pipeline || found == Attribute::swizzle || found == Attribute::dynshared;
        if (is_of_tiles && program_.tiles.empty() && !has_tiles_) lacks = "tile";
        if (!lacks.empty())
            warn(Code::attribute_without_effect, name_span(use),
                 fmt::format("`@{}` has no effect here: the kernel has no {}", use.name.text, lacks));
    }
}

}  // namespace phobos::check
