// SPDX-License-Identifier: Apache-2.0
#include "tools/emit/emit_kernel.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "backend/emit/emit.h"
#include "backend/prelude/embedded.h"
#include "engine/io/outcome_json.h"
#include "engine/io/staged_file.h"
#include "lang/base/json.h"
#include "lang/base/overloaded.h"
#include "lang/check/check.h"
#include "lang/diagnostics/json.h"
#include "tools/common/console.h"
#include "tools/common/kernel.h"
#include "tools/common/source.h"
#include "tools/emit/assumptions.h"
#include "tools/emit/compilation.h"
#include "tools/emit/report.h"

namespace phobos::tools {
namespace {

using engine::LaunchError;

EmitFailure input_failure(LaunchError error) { return {ExitCode::input, std::move(error)}; }

Result<Done, EmitFailure> write(const std::string& path, std::string_view content) {
    const auto done = io::write_file(path, std::as_bytes(std::span(content)));
    if (!done) return Failure{input_failure({done.error().code, done.error().text})};
    return Done{};
}

/// The headers under a folder, at the paths by which texts include them.
Result<Done, EmitFailure> write_prelude(const std::string& folder) {
    for (const prelude::EmbeddedFile& file : prelude::prelude_files()) {
        const std::filesystem::path path = std::filesystem::path(folder) / file.name;
        std::error_code failed;
        std::filesystem::create_directories(path.parent_path(), failed);
        if (failed)
            return Failure{input_failure(
                {diagnostics::Code::file_unwritable,
                 fmt::format("cannot make the folder '{}': {}", path.parent_path().string(), failed.message())})};
        if (auto done = write(path.string(), file.text); !done) return done;
    }
    return Done{};
}

std::string entry_name(const program::Program& program, const EmitOptions& options) {
    if (options.entry) return *options.entry;
    const std::string ending = "_kernel";
    return program.kernel.ends_with(ending) ? program.kernel : program.kernel + ending;
}

/// All that one kernel gave.
struct EmitReport {
    const program::Program* program;
    emit::Emitted emitted;
    std::optional<CompiledText> compiled;

    [[nodiscard]] const std::string& content(Emission emission) const {
        switch (emission) {
            case Emission::ptx: return compiled->compiled.ptx;
            case Emission::cubin: return compiled->compiled.cubin;
            case Emission::text: break;
        }
        return emitted.text;
    }
};

/// From the checked program to what is to be written.
Result<EmitReport, EmitFailure> produce(const program::CheckedProgram& kernel, const SourceFile& source,
                                        const EmitOptions& options) {
    auto assumptions = assumptions_of(kernel.program(), options);
    if (!assumptions) return Failure{input_failure(assumptions.error())};
    EmitReport report{
        &kernel.program(),
        emit::emit(kernel, {.entry = entry_name(kernel.program(), options),
                            .checking = options.is_checked ? emit::Checking::faults : emit::Checking::nothing,
                            .assumptions = std::move(*assumptions),
                            .source = &source}),
        std::nullopt};
    if (!options.compiles()) return report;
    auto compiled = compile_text(options, report.emitted);
    if (!compiled) return Failure{compiled.error()};
    report.compiled = std::move(*compiled);
    return report;
}

std::string json_text_of(const EmitReport& report, const EmitOptions& options) {
    Json json{{"outcome", "emitted"}};
    json.update(report_json(*report.program, report.emitted));
    if (report.compiled) {
        json["architecture"] = options.architecture;
        json["from_cache"] = report.compiled->is_from_cache;
        if (report.compiled->compiled.resources) json["resources"] = report_json(*report.compiled->compiled.resources);
    }
    if (options.output) {
        json["output"] = *options.output;
    } else {
        json[options.emission == Emission::ptx ? "ptx" : "text"] = report.content(options.emission);
    }
    json["exit_code"] = static_cast<int>(ExitCode::fine);
    return json_text(json) + "\n";
}

std::string report_text_of(const EmitReport& report, const EmitOptions& options) {
    std::string text = report_text(*report.program, report.emitted);
    text += excess_text(*report.program, report.emitted, options.architecture);
    if (report.compiled && report.compiled->compiled.resources)
        text += report_text(*report.program, options.architecture, *report.compiled->compiled.resources);
    return text;
}

std::string text_of(const EmitFailure& failure, diagnostics::Color color) {
    std::string text = std::visit(
        Overloaded{
            [&](const LaunchError& error) { return diagnostics::terminal_text(error.code, error.message, color); },
            [](const engine::Unsupported& unsupported) {
                return fmt::format("unsupported: {}: {}\n", unsupported.construct, unsupported.message);
            },
            [](const engine::Limited& limited) {
                return fmt::format("limit of {}: {}\n", spelling(limited.kind), limited.message);
            },
            [](const engine::Failed& failed) { return fmt::format("failed: {}: {}\n", failed.stage, failed.message); },
            [](const engine::Finished&) { return std::string(); }, [](const engine::Trapped&) { return std::string(); },
            [](const engine::LevelViolation&) { return std::string(); }},
        failure.outcome);
    if (!failure.log.empty()) text += failure.log + (failure.log.ends_with('\n') ? "" : "\n");
    return text;
}

/// One run of the program.
class Emitting {
public:
    explicit Emitting(const EmitOptions& options) : options_(options), console_("phobos-emit", options.common) {}

    ExitCode run() {
        const auto source = read_source(options_.file);
        if (!source)
            return tell(input_failure({source.error().code, source.error().text}), SourceFile(options_.file, ""));
        const check::Checked checked = check::check(*source, {options_.lanes}, options_.settings);
        const diagnostics::Findings findings{*source, checked.diagnostics};
        console_.show(std::span(&findings, 1));
        if (options_.common.sarif)
            if (const auto done = write_sarif(console_, *options_.common.sarif, std::span(&findings, 1)); !done)
                return console_.stop(done.error());
        if (checked.diagnostics.has_errors()) return tell_rejected(findings);
        const auto kernel = choose_kernel(checked.kernels, options_.kernel);
        if (!kernel) return tell(input_failure(kernel.error()), *source);
        const auto report = produce(**kernel, *source, options_);
        if (!report) return tell(report.error(), *source);
        const auto written = write_all(*report);
        if (!written) return tell(written.error(), *source);
        return *written;
    }

private:
    Result<ExitCode, EmitFailure> write_all(const EmitReport& report) const {
        if (report.compiled && report.compiled->cache_trouble)
            console_.remark(fmt::format("the result is not kept for a next time: {}", *report.compiled->cache_trouble));
        if (options_.prelude)
            if (auto done = write_prelude(*options_.prelude); !done) return Failure{done.error()};
        const std::string& content = report.content(options_.emission);
        if (options_.output)
            if (auto done = write(*options_.output, content); !done) return Failure{done.error()};
        if (options_.common.json) return console_.print(json_text_of(report, options_));
        const std::string told = options_.reports ? report_text_of(report, options_) : "";
        if (options_.output) return told.empty() ? ExitCode::fine : console_.print(told);
        console_.raw(told);
        return console_.print(content);
    }

    /// Tells why there is no result.
    ExitCode tell(const EmitFailure& failure, const SourceFile& source) const {
        console_.raw(text_of(failure, console_.color()));
        if (!options_.common.json) return failure.code;
        Json json = io::json_of(failure.outcome, source);
        if (!failure.log.empty()) json["log"] = failure.log;
        json["exit_code"] = static_cast<int>(failure.code);
        (void)console_.print(json_text(json) + "\n");
        return failure.code;
    }

    [[nodiscard]] ExitCode tell_rejected(const diagnostics::Findings& findings) const {
        if (!options_.common.json) return ExitCode::source;
        Json json{{"outcome", "rejected"}};
        if (auto list = parse_json(diagnostics::to_json(std::span(&findings, 1)))) json.update(*list);
        json["exit_code"] = static_cast<int>(ExitCode::source);
        (void)console_.print(json_text(json) + "\n");
        return ExitCode::source;
    }

    const EmitOptions& options_;
    Console console_;
};

}  // namespace

ExitCode emit_kernel(const EmitOptions& options) { return Emitting(options).run(); }

}  // namespace phobos::tools
