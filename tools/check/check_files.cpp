// SPDX-License-Identifier: Apache-2.0
#include "tools/check/check_files.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lang/base/json.h"
#include "lang/check/check.h"
#include "lang/diagnostics/json.h"
#include "tools/check/listing.h"
#include "tools/common/console.h"
#include "tools/common/source.h"

namespace phobos::tools {
namespace {

using diagnostics::Diagnostic;

constexpr std::string_view examples =
    "  phobos-check row_sum.ph\n"
    "  phobos-check --lanes 64 --set TILE=128 gemm.ph softmax.ph\n"
    "  phobos-check --levels row_sum.ph\n"
    "  phobos-check --facts --json matvec.ph\n";

/// A file, checked at some widths.
struct CheckedFile {
    SourceFile source;
    std::vector<check::Checked> by_width;
    diagnostics::List list;  ///< what was found, once
};

bool is_same(const Diagnostic& a, const Diagnostic& b) {
    return a.code == b.code && a.span == b.span && a.message == b.message;
}

/// What is found at all widths as it is, the rest with the width it holds at.
diagnostics::List merged(const std::vector<check::Checked>& by_width, const std::vector<int>& widths) {
    diagnostics::List list;
    std::vector<std::vector<Diagnostic>> found;
    for (const check::Checked& checked : by_width) found.push_back(checked.diagnostics.in_order());
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (Diagnostic diagnostic : found[i]) {
            const bool is_everywhere = std::ranges::all_of(found, [&](const std::vector<Diagnostic>& others) {
                return std::ranges::any_of(others, [&](const Diagnostic& other) { return is_same(diagnostic, other); });
            });
            if (!is_everywhere) diagnostic.message += fmt::format(" (at {} lanes)", widths[i]);
            list.add(std::move(diagnostic));
        }
    }
    return list;
}

/// A text for each width, or once if all are equal.
std::string by_width(const CheckedFile& file, const std::vector<int>& widths, std::string_view title,
                     std::string (*render)(const SourceFile&, std::span<const program::CheckedProgram>)) {
    std::vector<std::string> texts;
    for (const check::Checked& checked : file.by_width) texts.push_back(render(file.source, checked.kernels));
    const bool are_equal = std::ranges::all_of(texts, [&](const std::string& text) { return text == texts.front(); });
    if (are_equal)
        return fmt::format("{}, {} lanes: {}\n{}", file.source.name(), fmt::join(widths, " and "), title,
                           texts.front());
    std::string all;
    for (std::size_t i = 0; i < texts.size(); ++i)
        all += fmt::format("{}, {} lanes: {}\n{}", file.source.name(), widths[i], title, texts[i]);
    return all;
}

/// One run of the program.
class Checking {
public:
    Checking(const Arguments& arguments, std::vector<int> widths, std::vector<check::Setting> settings)
        : arguments_(arguments),
          console_("phobos-check", arguments.common()),
          widths_(std::move(widths)),
          settings_(std::move(settings)) {}

    ExitCode run() {
        for (const std::string& path : arguments_.files()) check_file(path);
        std::vector<diagnostics::Findings> findings;
        for (const CheckedFile& file : files_) findings.push_back({file.source, file.list});
        console_.show(findings);
        if (arguments_.common().sarif)
            if (const auto done = write_sarif(console_, *arguments_.common().sarif, findings); !done) {
                console_.raw(done.error().text);
                worsen(done.error().code);
            }
        const ExitCode printed = console_.print(arguments_.common().json ? json_text_of(findings) : text());
        worsen(printed);
        return code_;
    }

private:
    void worsen(ExitCode code) { code_ = std::max(code_, code); }

    void check_file(const std::string& path) {
        auto source = read_source(path);
        if (!source) {
            console_.error(source.error().text);
            return worsen(ExitCode::input);
        }
        CheckedFile file{std::move(*source), {}, {}};
        for (const int lanes : widths_) file.by_width.push_back(check::check(file.source, {lanes}, settings_));
        file.list = merged(file.by_width, widths_);
        if (file.list.has_errors()) worsen(ExitCode::source);
        files_.push_back(std::move(file));
    }

    [[nodiscard]] std::string text() const {
        std::string text;
        for (const CheckedFile& file : files_) {
            if (file.list.has_errors()) continue;
            if (arguments_.has("--levels"))
                text += by_width(file, widths_,
                                 "under each character the level of the smallest expression around it: u uniform, w "
                                 "warp-uniform, v varying",
                                 levels_text);
            if (arguments_.has("--facts"))
                text += by_width(file, widths_, "what is known of integer expressions", facts_text);
            if (text.empty() && !console_.is_quiet()) text += accepted(file);
        }
        return text;
    }

    [[nodiscard]] std::string accepted(const CheckedFile& file) const {
        std::vector<std::string_view> names;
        for (const program::CheckedProgram& kernel : file.by_width.front().kernels)
            names.emplace_back(kernel.program().kernel);
        const std::string counts = spelling(file.list.counts());
        return fmt::format("{}: accepted at {} lanes{}{}: {}\n", file.source.name(), fmt::join(widths_, " and "),
                           counts.empty() ? "" : ", ", counts,
                           names.empty() ? "no kernel" : fmt::format("{}", fmt::join(names, ", ")));
    }

    [[nodiscard]] std::string json_text_of(std::span<const diagnostics::Findings> findings) const {
        Json json = parse_json(diagnostics::to_json(findings)).value_or(Json::object());
        const auto add = [&](const char* name,
                             Json (*render)(const SourceFile&, std::span<const program::CheckedProgram>)) {
            json[name] = Json::array();
            for (const CheckedFile& file : files_)
                for (const check::Checked& checked : file.by_width)
                    for (Json& kernel : render(file.source, checked.kernels)) json[name].push_back(std::move(kernel));
        };
        if (arguments_.has("--levels")) add("levels", levels_json);
        if (arguments_.has("--facts")) add("facts", facts_json);
        json["exit_code"] = static_cast<int>(code_);
        return json_text(json) + "\n";
    }

    const Arguments& arguments_;
    Console console_;
    std::vector<int> widths_;
    std::vector<check::Setting> settings_;
    std::deque<CheckedFile> files_;
    ExitCode code_ = ExitCode::fine;
};

}  // namespace

CommandLine check_command_line() {
    CommandLine line{"phobos-check",   "Checks Phobos sources and explains what the checker knows of them.",
                     "FILE.ph...",     Repeated::many,
                     target_options(), std::string(examples)};
    line.options.front().help = "the width of a warp to check for; both unless one is given";
    line.options.push_back(
        {"--levels", "", "print the source with the level of each expression", Repeated::once, "Output"});
    line.options.push_back({"--facts", "",
                            "print the affine and congruence facts of integer expressions, in all launches and "
                            "where all dims are multiples of 16",
                            Repeated::once, "Output"});
    return line;
}

ExitCode check_files(const Arguments& arguments) {
    const auto fail = [&](const std::string& message) {
        Console("phobos-check", arguments.common()).raw(usage_error("phobos-check", message).text);
        return ExitCode::usage;
    };
    const auto lanes = parse_lanes(arguments);
    if (!lanes) return fail(lanes.error());
    auto settings = parse_settings(arguments);
    if (!settings) return fail(settings.error());
    if (std::ranges::count(arguments.files(), "-") > 1)
        return fail("the standard input ('-') is read by more than one");
    const std::vector<int> widths = *lanes ? std::vector<int>{**lanes} : std::vector<int>{32, 64};
    return Checking(arguments, widths, std::move(*settings)).run();
}

}  // namespace phobos::tools
