// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/verdicts.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lang/source/unicode.h"

namespace phobos::tools {
namespace {

constexpr std::string_view expected_failure = "expected failure";
constexpr std::string_view unexpected_pass = "unexpected pass";

/// In the order in which a summary has them.
constexpr std::string_view words[]{"pass",    "expected failure", "fail",    "wrongly accepted", "wrongly rejected",
                                   "errored", "crashed",          "timeout", "unexpected pass",  "skipped"};

/// The first lines of a text, indented.
std::string indented(std::string_view text) {
    constexpr int most = 8;
    std::string result;
    for (int number = 0; !text.empty() && number < most; ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        result += fmt::format("    {}\n", printable(line));
    }
    return text.empty() ? result : result + "    ...\n";
}

std::string where_of(const CaseVerdict& verdict) {
    std::string text = fmt::format("{}.ph", verdict.chosen->file.name);
    if (verdict.judged.lanes) text += fmt::format(", {} lanes", *verdict.judged.lanes);
    if (!verdict.judged.launch.empty()) text += fmt::format(", launch '{}'", verdict.judged.launch);
    return text;
}

std::string told(const CaseVerdict& verdict) {
    const io::Case& expectations = verdict.chosen->loaded.expectations;
    std::string text = fmt::format("{}: {} ({}; rules {})\n", verdict.chosen->id(), word_of(verdict), where_of(verdict),
                                   fmt::join(expectations.rules, " "));
    if (word_of(verdict) == unexpected_pass) return text + "    it is listed as a failure, and passes: take it out\n";
    return text + indented(verdict.judged.reason);
}

std::string skips_of(const Report& report) {
    std::map<std::string, std::size_t> reasons;
    for (const CaseVerdict& verdict : report.cases)
        if (verdict.is_skipped()) ++reasons[verdict.judged.reason.substr(0, verdict.judged.reason.find('\n'))];
    std::string text;
    for (const auto& [reason, count] : reasons) text += fmt::format("{:>6} skipped: {}\n", count, printable(reason));
    return text;
}

}  // namespace

std::string_view word_of(const CaseVerdict& verdict) {
    if (!verdict.is_expected_to_fail || verdict.is_skipped()) return runner::word(verdict.judged.verdict);
    return verdict.passed() ? unexpected_pass : expected_failure;
}

std::map<std::string, std::size_t> Report::counts() const {
    std::map<std::string, std::size_t> counts;
    for (const CaseVerdict& verdict : cases) ++counts[std::string(word_of(verdict))];
    return counts;
}

std::string text_of(const Report& report, std::size_t most) {
    std::string text;
    std::size_t shown = 0;
    std::size_t left = 0;
    for (const CaseVerdict& verdict : report.cases) {
        if (!verdict.is_defect()) continue;
        if (shown < most) {
            text += told(verdict);
            ++shown;
        } else {
            ++left;
        }
    }
    if (left > 0) text += fmt::format("and {} more: --show N shows more of them, --report FILE all\n", left);
    if (shown + left > 0) text += "which rule it is: --report FILE, then phobos-conform explain ID --report FILE\n";
    text += skips_of(report);
    for (const std::string& remark : report.remarks) text += fmt::format("the adapter: {}\n", printable(remark));
    const auto counts = report.counts();
    std::vector<std::string> parts;
    for (const std::string_view word : words)
        if (const auto found = counts.find(std::string(word)); found != counts.end())
            parts.push_back(fmt::format("{} {}", found->second, word));
    const double seconds = static_cast<double>(report.took.count()) / 1000;
    return text + fmt::format("{}: {} of {} cases in {:.1f} s (seed {})\n", printable(report.adapter.name),
                              fmt::join(parts, ", "), report.cases.size(), seconds, report.seed);
}

Json json_of(const Report& report) {
    Json cases = Json::array();
    for (const CaseVerdict& verdict : report.cases) {
        const io::Case& expectations = verdict.chosen->loaded.expectations;
        Json json{{"id", verdict.chosen->id()},
                  {"file", verdict.chosen->file.name},
                  {"rules", expectations.rules},
                  {"verdict", runner::word(verdict.judged.verdict)}};
        if (verdict.is_expected_to_fail) json["expected_failure"] = true;
        if (!verdict.judged.reason.empty()) json["reason"] = verdict.judged.reason;
        if (verdict.judged.lanes) json["lanes"] = *verdict.judged.lanes;
        if (!verdict.judged.launch.empty()) json["launch"] = verdict.judged.launch;
        json["ms"] = verdict.took.count();
        cases.push_back(std::move(json));
    }
    Json counts = Json::object();
    for (const auto& [word, count] : report.counts()) counts[word] = count;
    return {{"adapter", {{"name", report.adapter.name}, {"version", report.adapter.version}}},
            {"language", io::case_language},
            {"lanes", report.lanes},
            {"seed", report.seed},
            {"ms", report.took.count()},
            {"counts", std::move(counts)},
            {"remarks", report.remarks},
            {"cases", std::move(cases)}};
}

}  // namespace phobos::tools
