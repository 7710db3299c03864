// SPDX-License-Identifier: Apache-2.0
#include "tools/run/comparison.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/value_text.h"
#include "lang/base/overloaded.h"
#include "lang/source/unicode.h"

namespace phobos::tools {
namespace {

using engine::Agreement;
using engine::Mismatch;

std::string distance_text(const Mismatch& mismatch, const Compared& compared, const Agreement& agreement) {
    if (compared.element == ScalarType::boolean) return "";
    const auto is_nan = [&](ScalarBits value) {
        return is_float(compared.element) && std::isnan(io::f64_of(compared.element, value));
    };
    if (is_nan(mismatch.expected) || is_nan(mismatch.actual)) return ", one is no number";
    if (std::holds_alternative<engine::WithinTolerance>(agreement))
        return fmt::format(", off by {:g}", mismatch.distance);
    const char* const unit = is_float(compared.element) ? " ULP" : "";
    return fmt::format(", off by {:.0f}{}", mismatch.distance, unit);
}

std::string line_of(const Mismatch& mismatch, const Compared& compared, const Agreement& agreement) {
    return fmt::format("{}: expected {}, found {}{}", element_text(compared.parameter, mismatch.index, compared.shape),
                       shown(compared.element, mismatch.expected), shown(compared.element, mismatch.actual),
                       distance_text(mismatch, compared, agreement));
}

std::string rule_of(const Agreement& agreement) {
    return std::visit(Overloaded{[](engine::SameBits) { return std::string("bit for bit"); },
                                 [](engine::WithinUlp ulp) { return fmt::format("within {} ULP", ulp.steps); },
                                 [](const engine::WithinTolerance& within) {
                                     return fmt::format("within {:g} of the value and {:g}", within.relative,
                                                        within.absolute);
                                 }},
                      agreement);
}

Json json_of(const Mismatch& mismatch, const Compared& compared) {
    Json json{{"index", subscripts(mismatch.index, compared.shape)},
              {"expected", io::value_text(compared.element, mismatch.expected)},
              {"found", io::value_text(compared.element, mismatch.actual)},
              {"expected_bits", io::bits_text(compared.element, mismatch.expected)},
              {"found_bits", io::bits_text(compared.element, mismatch.actual)}};
    if (std::isfinite(mismatch.distance)) json["distance"] = mismatch.distance;
    return json;
}

}  // namespace

std::vector<std::int64_t> subscripts(std::uint64_t index, const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> result(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto extent = static_cast<std::uint64_t>(shape[axis]);
        result[axis] = static_cast<std::int64_t>(index % extent);
        index /= extent;
    }
    return result;
}

std::string element_text(const std::string& parameter, std::uint64_t index, const std::vector<std::int64_t>& shape) {
    return fmt::format("{}[{}]", parameter, fmt::join(subscripts(index, shape), ", "));
}

std::string shown(ScalarType type, ScalarBits value) {
    const std::string text = io::value_text(type, value);
    return is_float(type) ? fmt::format("{} (0x{})", text, io::bits_text(type, value)) : text;
}

Compared compare(const std::string& parameter, const engine::Tensor& expected, const engine::Tensor& actual,
                 const Agreement& agreement) {
    Compared compared{parameter, "", actual.element(), actual.shape(), {}};
    if (expected.shape() != actual.shape())
        compared.obstacle = fmt::format("expected shape {}, found {}", engine::spelling_of_shape(expected.shape()),
                                        engine::spelling_of_shape(actual.shape()));
    else
        compared.comparison = engine::compare(expected, actual, agreement);
    return compared;
}

std::string text_of(const Compared& compared, const Agreement& agreement) {
    const engine::Comparison& comparison = compared.comparison;
    if (!compared.obstacle.empty()) return fmt::format("{}: {}\n", compared.parameter, printable(compared.obstacle));
    if (comparison.agrees())
        return fmt::format("{}: all {} elements agree {}\n", compared.parameter, comparison.elements,
                           rule_of(agreement));
    std::string text = fmt::format("{}: {} of {} elements differ, compared {}\n  worst: {}\n", compared.parameter,
                                   comparison.mismatches, comparison.elements, rule_of(agreement),
                                   line_of(*comparison.worst, compared, agreement));
    for (const Mismatch& mismatch : comparison.first) text += "  " + line_of(mismatch, compared, agreement) + "\n";
    if (comparison.mismatches > comparison.first.size())
        text += fmt::format("  and {} more\n", comparison.mismatches - comparison.first.size());
    return text;
}

Json json_of(const Compared& compared) {
    Json json{{"parameter", compared.parameter}, {"agrees", compared.agrees()}};
    if (!compared.obstacle.empty()) {
        json["message"] = compared.obstacle;
        return json;
    }
    json["elements"] = compared.comparison.elements;
    json["mismatches"] = compared.comparison.mismatches;
    if (compared.comparison.worst) json["worst"] = json_of(*compared.comparison.worst, compared);
    json["first"] = Json::array();
    for (const Mismatch& mismatch : compared.comparison.first) json["first"].push_back(json_of(mismatch, compared));
    return json;
}

}  // namespace phobos::tools
