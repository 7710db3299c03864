// SPDX-License-Identifier: Apache-2.0
// The reports that other programs read: JUnit's XML and the Test Anything Protocol.
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tools/conform/verdicts.h"

namespace phobos::tools {
namespace {

/// Valid UTF-8 with what JSON's writer puts in the place of other bytes.
std::string valid(std::string_view text) {
    const std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto parsed = parse_json(quoted);
    return parsed ? parsed->get<std::string>() : "";
}

/// Text for XML, which has no control characters.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : valid(text)) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            case '\n': result += "&#10;"; break;
            case '\t': result += ' '; break;
            default: result += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
        }
    }
    return result;
}

std::string folder_of(const CaseVerdict& verdict) {
    return std::filesystem::path(verdict.chosen->file.name).parent_path().string();
}

/// What stands inside of a case's element.
std::string inner_of(const CaseVerdict& verdict) {
    using harness::Verdict;
    const std::string reason = escaped(verdict.judged.reason);
    if (verdict.is_skipped()) return fmt::format("<skipped message=\"{}\"/>", reason);
    if (!verdict.is_defect() && !verdict.passed())
        return fmt::format("<skipped message=\"expected failure: {}\"/>", reason);
    if (!verdict.is_defect()) return "";
    const Verdict is = verdict.judged.verdict;
    const bool is_error = is == Verdict::errored || is == Verdict::crashed || is == Verdict::timed_out;
    return fmt::format("<{0} type=\"{1}\" message=\"{2}\"/>", is_error ? "error" : "failure", word_of(verdict),
                       verdict.passed() ? "listed as a failure, and passes" : reason);
}

/// One line for TAP, in which `#` begins a directive.
std::string one_line(std::string_view text) {
    std::string line = valid(text.substr(0, text.find('\n')));
    std::ranges::replace_if(line, [](char c) { return c == '#' || static_cast<unsigned char>(c) < 0x20; }, ' ');
    return line;
}

}  // namespace

std::string junit_of(const Report& report) {
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::size_t skipped = 0;
    std::string cases;
    for (const CaseVerdict& verdict : report.cases) {
        const std::string inner = inner_of(verdict);
        failures += inner.starts_with("<failure") ? 1 : 0;
        errors += inner.starts_with("<error") ? 1 : 0;
        skipped += inner.starts_with("<skipped") ? 1 : 0;
        cases += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">{}</testcase>\n",
                             escaped(folder_of(verdict)), escaped(verdict.chosen->id()),
                             static_cast<double>(verdict.took.count()) / 1000, inner);
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n"
        "{}</testsuite>\n",
        escaped(report.adapter.name), report.cases.size(), failures, errors, skipped,
        static_cast<double>(report.took.count()) / 1000, cases);
}

std::string tap_of(const Report& report) {
    std::string text = fmt::format("TAP version 13\n1..{}\n# seed {}\n", report.cases.size(), report.seed);
    std::size_t number = 0;
    for (const CaseVerdict& verdict : report.cases) {
        ++number;
        const std::string reason = one_line(verdict.judged.reason);
        if (verdict.is_skipped()) {
            text += fmt::format("ok {} - {} # SKIP {}\n", number, verdict.chosen->id(), reason);
        } else if (verdict.is_expected_to_fail && !verdict.passed()) {
            text += fmt::format("not ok {} - {} # TODO expected failure: {}\n", number, verdict.chosen->id(), reason);
        } else if (verdict.is_defect()) {
            text += fmt::format("not ok {} - {}\n# {}: {}\n", number, verdict.chosen->id(), word_of(verdict), reason);
        } else {
            text += fmt::format("ok {} - {}\n", number, verdict.chosen->id());
        }
    }
    return text;
}

}  // namespace phobos::tools
