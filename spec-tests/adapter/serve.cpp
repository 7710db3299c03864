// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/adapter/serve.h"

#include <algorithm>
#include <iostream>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "engine/io/named_launch.h"
#include "engine/io/outcome_json.h"
#include "engine/io/value_text.h"
#include "lang/base/overloaded.h"
#include "spec-tests/adapter/launch.h"
#include "spec-tests/protocol/wire.h"

namespace phobos::adapter {
namespace {

using engine::FaultKind;
using What = decltype(protocol::Answer::what);

io::Phase phase_of(diagnostics::Code code) {
    const int chapter = row(code).number / 100;
    if (chapter <= 2) return io::Phase::syntax;
    return chapter == 7 ? io::Phase::launch : io::Phase::check;
}

What capabilities_of(const Implementation& implementation, const protocol::HelloRequest& hello) {
    if (hello.oldest > protocol::newest_protocol)
        return protocol::Errored{
            fmt::format("it speaks versions {} to {} of the protocol, and {} or newer is asked for",
                        protocol::oldest_protocol, protocol::newest_protocol, hello.oldest)};
    protocol::Capabilities capabilities{
        implementation.name, implementation.version, implementation.lanes, {}, {}, {}, {}, {}};
    capabilities.protocol = std::min(hello.newest, protocol::newest_protocol);
    for (const engine::FaultRow& fault : engine::fault_rows) {
        if (fault.kind == FaultKind::race && !implementation.checks.races) continue;
        if (fault.kind == FaultKind::uninitialised && !implementation.checks.uninitialised) continue;
        capabilities.faults.push_back(fault.kind);
    }
    return capabilities;
}

/// One request about a program.
class Session {
public:
    Session(const Implementation& implementation, const protocol::Request& request, const protocol::Program& program)
        : implementation_(implementation),
          request_(request),
          given_(program),
          source_(program.file.empty() ? "kernel.ph" : program.file, program.source) {}

    What check() {
        check_source();
        if (checked_.diagnostics.has_errors()) return rejected();
        return protocol::Accepted{warnings()};
    }

    What run(const protocol::RunRequest& run) {
        if (implementation_.lanes &&
            std::ranges::find(*implementation_.lanes, given_.lanes) == implementation_.lanes->end())
            return protocol::Skipped{fmt::format("it has no warps of {} lanes", given_.lanes)};
        check_source();
        if (checked_.diagnostics.has_errors()) return rejected();
        const program::CheckedProgram* const kernel = find_kernel();
        if (kernel == nullptr)
            return refused({diagnostics::Code::launch_kernel, "the source has no such kernel, or several"});
        auto launch = launch_of(kernel->program(), run);
        if (const auto* wrong = std::get_if<Misplaced>(&launch)) return protocol::Errored{wrong->text};
        if (implementation_.judge_launch) return run_if_taken(*kernel, std::move(launch), run);
        if (const auto* error = std::get_if<engine::LaunchError>(&launch)) return refused(*error);
        return this->run(*kernel, std::get<engine::Launch>(std::move(launch)), run);
    }

private:
    void check_source() {
        std::vector<check::Setting> settings;
        for (const io::NamedValue& setting : given_.settings) settings.push_back({setting.name, setting.value});
        checked_ = implementation_.check(source_, {given_.lanes}, settings);
    }

    [[nodiscard]] const program::CheckedProgram* find_kernel() const {
        if (!given_.kernel) return checked_.kernels.size() == 1 ? &checked_.kernels.front() : nullptr;
        for (const program::CheckedProgram& kernel : checked_.kernels)
            if (kernel.program().kernel == *given_.kernel) return &kernel;
        return nullptr;
    }

    [[nodiscard]] std::uint32_t line_of(Span span) const { return source_.position(span.begin).line; }

    [[nodiscard]] std::vector<io::ExpectedWarning> warnings() const {
        std::vector<io::ExpectedWarning> found;
        for (const diagnostics::Diagnostic& diagnostic : checked_.diagnostics.in_order())
            if (row(diagnostic.code).severity != diagnostics::Severity::error)
                found.push_back({diagnostics::spelling(diagnostic.code), line_of(diagnostic.span)});
        return found;
    }

    [[nodiscard]] What rejected() const {
        protocol::Rejected rejected{io::Phase::check, {}, ""};
        for (const diagnostics::Diagnostic& diagnostic : checked_.diagnostics.in_order()) {
            if (row(diagnostic.code).severity != diagnostics::Severity::error) continue;
            if (rejected.errors.empty()) rejected.phase = phase_of(diagnostic.code);
            protocol::StatedError error{diagnostics::spelling(diagnostic.code),
                                        {},
                                        line_of(diagnostic.span),
                                        std::vector<std::uint32_t>(),
                                        diagnostic.message};
            if (!row(diagnostic.code).rule.empty()) error.rule = std::string(row(diagnostic.code).rule);
            for (const diagnostics::Note& note : diagnostic.notes) error.notes->push_back(line_of(note.span));
            rejected.errors.push_back(std::move(error));
        }
        return rejected;
    }

    [[nodiscard]] static What refused(const engine::LaunchError& error) {
        protocol::StatedError stated{diagnostics::spelling(error.code), {}, {}, {}, error.message};
        if (!row(error.code).rule.empty()) stated.rule = std::string(row(error.code).rule);
        return protocol::Rejected{io::Phase::launch, {std::move(stated)}, ""};
    }

    using Asked = std::variant<engine::Launch, engine::LaunchError, Misplaced>;

    /// Leaves it to the implementation whether the launch is refused.
    [[nodiscard]] What run_if_taken(const program::CheckedProgram& kernel, Asked asked,
                                    const protocol::RunRequest& run) const {
        engine::Launch launch;
        std::optional<engine::LaunchError> error;
        if (const auto* wrong = std::get_if<engine::LaunchError>(&asked)) {
            error = *wrong;
        } else {
            launch = std::get<engine::Launch>(std::move(asked));
            if (const auto dims = engine::bind(kernel.program(), launch); !dims) error = dims.error();
        }
        const bool can_run = !error;
        implementation_.judge_launch(kernel.program(), launch, error);
        if (error) return refused(*error);
        if (can_run) return this->run(kernel, std::move(launch), run);
        return protocol::Finished{warnings(), run.buffers, {}};
    }

    [[nodiscard]] What run(const program::CheckedProgram& kernel, engine::Launch launch,
                           const protocol::RunRequest& run) const {
        engine::Settings settings;
        settings.checks = implementation_.checks;
        settings.jobs = implementation_.jobs;
        // The runner ends this process a little later.
        if (request_.budget.count() > 0) settings.limits.time = request_.budget * 9 / 10;
        const engine::Ran ran = engine::run(*implementation_.engine, kernel, launch, settings);
        return std::visit(
            Overloaded{
                [&](const engine::Finished&) -> What { return finished(kernel.program(), launch, run, ran); },
                [&](const engine::Trapped& trapped) -> What { return told(trapped); },
                [&](const engine::LaunchError& error) -> What { return refused(error); },
                [](const engine::Limited& limited) -> What { return protocol::Limited{limited.kind, limited.message}; },
                [](const engine::Unsupported& unsupported) -> What {
                    return protocol::Skipped{unsupported.construct + ": " + unsupported.message};
                },
                [](const engine::Failed& failed) -> What {
                    return protocol::Errored{failed.stage + ": " + failed.message};
                },
                [](const engine::LevelViolation& violation) -> What {
                    return protocol::Errored{"a level is not kept: " + violation.message};
                }},
            ran.outcome);
    }

    [[nodiscard]] What finished(const program::Program& program, const engine::Launch& launch,
                                const protocol::RunRequest& run, const engine::Ran& ran) const {
        protocol::Finished finished{warnings(), buffers_after(program, launch, run, ran), {}};
        for (const std::size_t parameter : ran.damaged)
            finished.damaged.push_back(io::name_of(program, program.parameters[parameter]));
        return finished;
    }

    [[nodiscard]] What told(const engine::Trapped& trapped) const {
        const engine::Place& place = trapped.place;
        protocol::Trapped told{
            trapped.kind, line_of(place.span), place.block, place.warp, io::lanes_of(place.lanes), {},
            {},           trapped.message};
        for (const engine::FaultValue& value : trapped.values)
            told.values.emplace_back(value.name, io::value_text(value.type, value.bits));
        if (!trapped.others.empty()) told.other_line = line_of(trapped.others.front().span);
        return told;
    }

    const Implementation& implementation_;
    const protocol::Request& request_;
    const protocol::Program& given_;
    SourceFile source_;
    check::Checked checked_;
};

}  // namespace

protocol::Answer answer(const Implementation& implementation, const protocol::Request& request) {
    return {request.seq,
            std::visit(
                Overloaded{[&](const protocol::HelloRequest& hello) { return capabilities_of(implementation, hello); },
                           [&](const protocol::CheckRequest& check) {
                               return Session(implementation, request, check.program).check();
                           },
                           [&](const protocol::RunRequest& run) {
                               return Session(implementation, request, run.program).run(run);
                           },
                           [](const protocol::ByeRequest&) -> What { return protocol::Accepted{}; }},
                request.what)};
}

void serve(const Implementation& implementation, const std::function<std::optional<std::string>()>& read,
           const std::function<void(std::string_view)>& write) {
    while (const auto line = read()) {
        if (line->find_first_not_of(" \t\r") == std::string::npos) continue;
        const auto request = protocol::parse_request(*line);
        if (!request) {
            write(protocol::line_of(protocol::Answer{request.error().seq, protocol::Errored{request.error().text}}));
            continue;
        }
        write(protocol::line_of(answer(implementation, *request)));
        if (std::holds_alternative<protocol::ByeRequest>(request->what)) return;
    }
}

void serve(const Implementation& implementation) {
    serve(
        implementation,
        []() -> std::optional<std::string> {
            std::string line;
            if (!std::getline(std::cin, line)) return std::nullopt;
            return line;
        },
        [](std::string_view line) { std::cout << line << std::endl; });
}

}  // namespace phobos::adapter
