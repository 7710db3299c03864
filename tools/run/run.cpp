// SPDX-License-Identifier: Apache-2.0
#include "tools/run/run.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/assumptions.h"
#include "engine/engine.h"
#include "interp/exec/engine.h"
#include "interp/observe/observers.h"
#include "lang/base/json.h"
#include "lang/check/check.h"
#include "lang/diagnostics/json.h"
#include "tools/common/console.h"
#include "tools/common/kernel.h"
#include "tools/common/progress.h"
#include "tools/common/source.h"
#include "tools/run/engines.h"
#include "tools/run/outputs.h"
#include "tools/run/report.h"
#include "tools/run/tracing.h"

namespace phobos::tools {
namespace {

using diagnostics::Code;
using engine::LaunchError;

/// A tensor to compare with, or why there is none although its file is readable: it has another type.
struct LoadedExpectation {
    std::string parameter;
    std::optional<engine::Tensor> tensor;
    std::string obstacle;
};

/// Everything after the source was accepted; each step fails with the outcome that ends the run.
class Session {
public:
    Session(const RunOptions& options, const Console& console, const SourceFile& source,
            const program::CheckedProgram& program, const EngineRow& engine, engine::Engine& made)
        : options_(options), console_(console), source_(source), checked_(program), engine_(engine), made_(made) {
        const program::Program& kernel = program.program();
        report_.kernel = kernel.kernel;
        report_.engine = engine.name;
        report_.lanes = kernel.lanes;
        report_.threads = kernel.bounds.threads;
        report_.counts_steps = engine.offers("--max-steps");
    }

    RunReport run() {
        auto launch = io::resolve(program(), options_.launch);
        if (!launch) return ended(with_hint(launch.error()));
        report_.grid = launch->grid;
        const auto dims = engine::bind(program(), *launch);
        if (!dims) return ended(dims.error());
        if (auto done = check_tensors(); !done) return ended(done.error());
        if (auto done = check_folders(options_.outputs); !done)
            return ended(LaunchError{done.error().code, done.error().text});
        if (options_.trace)
            for (const std::string& file : files_of(*options_.trace))
                if (auto done = check_folder(file); !done)
                    return ended(LaunchError{done.error().code, done.error().text});
        if (auto loaded = load_expected(); !loaded) return ended(loaded.error());
        if (engine_.offers("uninit")) {
            note_unwritten(launch->arguments);
        } else {
            zero_unwritten(launch->arguments);
        }
        if (options_.tells_fidelity) {
            const Progress progress("grading the results of " + report_.kernel);
            report_.fidelity = fidelity_of(checked_, *launch, settings().limits);
        }
        if (options_.orders) {
            const Progress progress("trying orders of " + report_.kernel);
            report_.orders = try_orders(checked_, *launch, settings(), *options_.orders, options_.agreement);
        }
        program::LaunchAssumptions assumptions = engine::assumptions_of(program(), *launch, *dims);
        if (options_.trace || options_.stats) {
            execute_observed(std::move(*launch), *dims);
        } else {
            execute(std::move(*launch), std::move(assumptions));
        }
        give_hints();
        return std::move(report_);
    }

private:
    [[nodiscard]] const program::Program& program() const { return checked_.program(); }
    RunReport ended(engine::Outcome outcome) {
        report_.outcome = std::move(outcome);
        return std::move(report_);
    }

    /// What to write on the command line.
    [[nodiscard]] LaunchError with_hint(LaunchError error) const {
        if (error.code == Code::launch_grid_missing)
            error.message +=
                fmt::format(", as in --grid {}", program().dims.empty() ? "1" : program().dims.front().name);
        if (error.code == Code::launch_argument_missing)
            error.message += " (tensors by --in NAME=FILE or --out NAME=FILE, scalars by --scalar NAME=VALUE)";
        if (error.code == Code::launch_dim_missing) error.message += "; give --dim or --shape";
        return error;
    }

    void note_unwritten(const std::vector<engine::Argument>& arguments) {
        for (const io::NamedArgument& argument : options_.launch.arguments) {
            if (!std::holds_alternative<io::Unwritten>(argument.given)) continue;
            const auto& own = std::get<engine::OwnTensor>(arguments[parameter(argument.parameter).value()]);
            unwritten_.emplace_back(argument.parameter, engine::spelling_of_shape(own.tensor.shape()));
        }
    }
    /// Nobody could say of an element whether it was written.
    static void zero_unwritten(std::vector<engine::Argument>& arguments) {
        for (engine::Argument& argument : arguments)
            if (auto* own = std::get_if<engine::OwnTensor>(&argument)) own->tensor.zero_unwritten();
    }

    /// A tensor that the kernel reads needs values; tiles take shared memory.
    void give_hints() {
        const auto* unsupported = std::get_if<engine::Unsupported>(&report_.outcome);
        if (unsupported != nullptr && unsupported->construct == "shared memory")
            report_.hints.push_back(fmt::format(
                "smaller tiles, or fewer that live at once, take less; phobos-emit {} --report tells how much",
                options_.file));
        const auto* trapped = std::get_if<engine::Trapped>(&report_.outcome);
        if (trapped == nullptr || trapped->kind != engine::FaultKind::uninitialised) return;
        for (const auto& [name, shape] : unwritten_)
            if (trapped->message.starts_with(name + "["))
                report_.hints.push_back(
                    fmt::format("{0} starts unwritten, since no --in names it; --in {0}=FILE, or --in {0}=zeros:{1}, "
                                "gives it values",
                                name, shape));
    }

    [[nodiscard]] std::optional<std::size_t> parameter(const std::string& name) const {
        for (std::size_t i = 0; i < program().parameters.size(); ++i)
            if (io::name_of(program(), program().parameters[i]) == name) return i;
        return std::nullopt;
    }

    /// What is written or compared is a tensor.
    [[nodiscard]] Result<Done, LaunchError> check_tensors() const {
        std::vector<std::string> names;
        for (const OutputFile& file : options_.outputs) names.push_back(file.parameter);
        for (const Expected& expected : options_.expected) names.push_back(expected.parameter);
        for (const std::string& name : names)
            if (std::holds_alternative<program::LocalId>(program().parameters[parameter(name).value()]))
                return Failure{
                    LaunchError{Code::launch_argument_kind, name + " is a scalar, but a file is named for it"}};
        return Done{};
    }

    Result<Done, LaunchError> load_expected() {
        for (const Expected& expected : options_.expected) {
            const auto id = std::get<program::TensorId>(program().parameters[parameter(expected.parameter).value()]);
            auto tensor = io::load(expected.source, program().tensors[id.index].element);
            if (!tensor && tensor.error().code != Code::file_element_mismatch)
                return Failure{LaunchError{tensor.error().code, tensor.error().text}};
            LoadedExpectation loaded{expected.parameter, std::nullopt, ""};
            if (tensor) {
                loaded.tensor = std::move(*tensor);
            } else {
                loaded.obstacle = tensor.error().text;
            }
            expected_.push_back(std::move(loaded));
        }
        return Done{};
    }

    [[nodiscard]] engine::Settings settings() const {
        engine::Settings settings;
        settings.limits.steps = options_.max_steps;
        settings.limits.time = options_.max_time;
        settings.limits.memory_bytes = engine::physical_memory_bytes();
        settings.seed = options_.seed;
        settings.jobs = options_.jobs;
        for (const CheckRow& check : check_rows) {
            const bool is_offered = engine_.offers(check.word);
            const bool is_asked = std::ranges::find(options_.checks, check.word) != options_.checks.end();
            settings.checks.*check.member = is_asked || (is_offered && check.is_default && !options_.is_fast);
        }
        return settings;
    }

    /// With what is left of the time.
    [[nodiscard]] engine::Settings settings_until(engine::Deadline end) const {
        engine::Settings left = settings();
        if (end)
            left.limits.time =
                std::max(std::chrono::milliseconds(0),
                         std::chrono::ceil<std::chrono::milliseconds>(*end - std::chrono::steady_clock::now()));
        return left;
    }

    /// A tensor after the run, its unwritten elements made 0.
    struct AfterRun {
        engine::Tensor tensor;
        std::uint64_t never_written;
    };

    void execute(engine::Launch launch, program::LaunchAssumptions assumptions) {
        engine::Deadline end;
        if (options_.max_time) end = std::chrono::steady_clock::now() + *options_.max_time;
        const engine::Instance instance{&checked_, std::move(assumptions)};
        std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepared;
        {
            const Progress progress("preparing " + report_.kernel);
            prepared = made_.prepare_by(std::span(&instance, 1), end);
        }
        if (auto* unsupported = std::get_if<engine::Unsupported>(&prepared[0])) {
            report_.outcome = std::move(*unsupported);
            return;
        }
        const engine::Block grid = launch.grid;
        const bool are_views = has_views(launch);
        auto uploaded = made_.upload(program(), std::move(launch), settings());
        if (auto* outcome = std::get_if<engine::Outcome>(&uploaded)) {
            report_.outcome = std::move(*outcome);
            return;
        }
        const std::unique_ptr<engine::Buffers> buffers = std::get<0>(std::move(uploaded));
        {
            const Progress progress("running " + report_.kernel);
            report_.outcome = std::get<0>(prepared[0])->launch(*buffers, grid, settings_until(end));
        }
        note_damage(*buffers);
        bring_back(*buffers, are_views);
    }

    static bool has_views(const engine::Launch& launch) {
        return std::ranges::any_of(launch.arguments, [](const engine::Argument& argument) {
            return std::holds_alternative<engine::ViewOf>(argument);
        });
    }

    void note_damage(const engine::Buffers& buffers) {
        if (!buffers.damaged().empty())
            report_.outcome = engine::Failed{"guard zones", "the engine wrote outside the memory of an argument"};
    }

    /// What is asked for of a run that finished; views lie in the memory of other arguments, which keep it then.
    void bring_back(engine::Buffers& buffers, bool are_views) {
        if (!std::holds_alternative<engine::Finished>(report_.outcome)) return;
        const auto results =
            results_by([&](std::size_t index) { return are_views ? buffers.download(index) : buffers.take(index); });
        if (auto lost = buffers.lost()) {
            report_.outcome = *std::move(lost);
            return;
        }
        finish(results);
    }

    /// The same by the interpreter, which tells what happens.
    void execute_observed(engine::Launch launch, const engine::BoundDims& dims) {
        interp::observe::Observers observers;
        std::optional<Tracing> tracing;
        if (options_.trace) {
            tracing.emplace(*options_.trace, checked_, launch, dims, source_);
            observers.add(tracing->observer());
        }
        std::optional<Stats> stats;
        if (options_.stats) observers.add(stats.emplace(begin_stats(checked_, launch, dims)).costs);
        const bool are_views = has_views(launch);
        interp::Observed observed{};
        {
            const Progress progress("running " + report_.kernel);
            observed = interp::launch_observed(checked_, std::move(launch), settings(), observers);
        }
        report_.outcome = std::move(observed.outcome);
        if (observed.buffers) note_damage(*observed.buffers);
        if (has_trace(report_.outcome)) {
            report_.stats = std::move(stats);
            if (tracing && !write_trace(*tracing)) return;
        }
        if (observed.buffers) bring_back(*observed.buffers, are_views);
    }

    /// Whether the trace is written. Where it is not, that is how a run ends that finished; a fault comes first.
    bool write_trace(Tracing& tracing) {
        auto written = tracing.write(report_.outcome);
        if (written) {
            report_.trace = std::move(*written);
            if (const std::string text = dropped_text(*report_.trace); !text.empty()) console_.remark(text);
            if (!std::holds_alternative<engine::Finished>(report_.outcome))
                console_.remark(
                    fmt::format("the trace in {} ends where the run did", files_of(*options_.trace).front()));
        } else if (std::holds_alternative<engine::Finished>(report_.outcome)) {
            report_.outcome = LaunchError{written.error().code, written.error().text};
        } else {
            console_.error(written.error().text);
        }
        return written.has_value();
    }

    /// Of each tensor that is asked for; `take` gives that of a parameter, once.
    template <class Take>
    [[nodiscard]] std::map<std::string, AfterRun> results_by(const Take& take) const {
        std::map<std::string, AfterRun> results;
        const auto fetch = [&](const std::string& name) {
            if (results.contains(name)) return;
            engine::Tensor tensor = take(parameter(name).value());
            const std::uint64_t never_written = tensor.zero_unwritten();
            results.emplace(name, AfterRun{std::move(tensor), never_written});
        };
        for (const OutputFile& file : options_.outputs) fetch(file.parameter);
        for (const LoadedExpectation& expected : expected_) fetch(expected.parameter);
        return results;
    }

    /// An element without a value agrees with nothing.
    [[nodiscard]] Compared compared(const LoadedExpectation& expected, const AfterRun& result) const {
        const engine::Tensor& actual = result.tensor;
        const std::string& name = expected.parameter;
        std::string obstacle = expected.obstacle;
        if (obstacle.empty() && result.never_written > 0)
            obstacle =
                fmt::format("{} of {} elements were never written; --in {}=zeros:{} gives them values",
                            result.never_written, actual.elements(), name, engine::spelling_of_shape(actual.shape()));
        if (!obstacle.empty()) return {name, std::move(obstacle), actual.element(), {}, {}};
        return compare(name, *expected.tensor, actual, options_.agreement);
    }

    /// Writes and compares.
    void finish(const std::map<std::string, AfterRun>& results) {
        std::vector<Output> outputs;
        for (const OutputFile& file : options_.outputs) {
            const auto& [tensor, never_written] = results.at(file.parameter);
            report_.written.push_back({file, tensor.element(), tensor.shape(), never_written});
            outputs.push_back({&file, &tensor});
        }
        if (auto done = write_outputs(outputs); !done) {
            report_.written.clear();
            report_.outcome = LaunchError{done.error().code, done.error().text};
            return;
        }
        for (const LoadedExpectation& expected : expected_)
            report_.compared.push_back(compared(expected, results.at(expected.parameter)));
        for (const Written& written : report_.written) {
            if (written.never_written == 0) continue;
            std::uint64_t elements = 1;
            for (const std::int64_t extent : written.shape) elements *= static_cast<std::uint64_t>(extent);
            console_.remark(fmt::format("{}: {} of {} elements were never written and are 0 in {}",
                                        written.file.parameter, written.never_written, elements, written.file.path));
        }
    }

    const RunOptions& options_;
    const Console& console_;
    const SourceFile& source_;
    const program::CheckedProgram& checked_;
    const EngineRow& engine_;
    engine::Engine& made_;
    std::vector<LoadedExpectation> expected_;
    std::vector<std::pair<std::string, std::string>> unwritten_;  ///< names and shapes
    RunReport report_;
};

/// What the engine cannot serve.
std::optional<engine::Unsupported> unserved(const EngineRow& engine, const RunOptions& options) {
    for (const std::string& check : options.checks)
        if (!engine.offers(check))
            return engine::Unsupported{"--check " + check, not_offered(engine, "--check " + check)};
    for (const std::string& flag : options.optional_flags)
        if (!engine.offers(flag)) return engine::Unsupported{flag, not_offered(engine, flag)};
    return std::nullopt;
}

/// Tells how a run ended.
ExitCode tell(const RunReport& report, const RunOptions& options, const SourceFile& source, const Console& console) {
    const ExitCode code = exit_code(report);
    console.raw(failure_text(report, source, console.color()));
    const bool agrees = code == ExitCode::fine;
    std::string text;
    if (options.common.json) {
        text = json_text_of(report, source);
    } else if (!options.common.quiet || !agrees) {
        text = text_of(report, options.agreement);
    }
    if (report.stats && !options.common.json && !options.common.quiet)
        text += stats_text(*report.stats, source, *options.stats);
    if (report.fidelity && !options.common.json && !options.common.quiet) text += text_of(*report.fidelity, source);
    if (report.orders && !options.common.json && !options.common.quiet) text += text_of(*report.orders, source);
    if (writes_to_standard_output(options)) {
        console.raw(text);
        return code;
    }
    const ExitCode printed = console.print(text);
    return agrees ? printed : code;
}

ExitCode tell_rejected(const RunOptions& options, const diagnostics::Findings& findings, const Console& console) {
    if (!options.common.json) return ExitCode::source;
    Json json{{"outcome", "rejected"}};
    if (auto list = parse_json(diagnostics::to_json(std::span(&findings, 1)))) json.update(*list);
    json["exit_code"] = static_cast<int>(ExitCode::source);
    (void)console.print(json_text(json) + "\n");
    return ExitCode::source;
}

}  // namespace

ExitCode run_kernel(const RunOptions& options) {
    const Console console("phobos-run", options.common);
    RunReport report;
    report.engine = options.engine;
    report.lanes = options.lanes;
    const auto end = [&](engine::Outcome outcome, const SourceFile& source) {
        report.outcome = std::move(outcome);
        return tell(report, options, source, console);
    };
    const EngineRow& engine = *find_engine(options.engine);
    const auto made = engine.make({options.seed, options.device});
    if (!made)
        return end(
            engine::Unsupported{"engine", fmt::format("the {} engine is not available: {}", engine.name, made.error())},
            SourceFile(options.file, ""));
    if (auto unsupported = unserved(engine, options)) return end(std::move(*unsupported), SourceFile(options.file, ""));
    const auto source = read_source(options.file);
    if (!source) return end(LaunchError{source.error().code, source.error().text}, SourceFile(options.file, ""));

    const check::Checked checked = check::check(*source, {options.lanes}, options.settings);
    const diagnostics::Findings findings{*source, checked.diagnostics};
    console.show(std::span(&findings, 1));
    if (options.common.sarif)
        if (const auto done = write_sarif(console, *options.common.sarif, std::span(&findings, 1)); !done)
            return console.stop(done.error());
    if (checked.diagnostics.has_errors()) return tell_rejected(options, findings, console);

    const auto kernel = choose_kernel(checked.kernels, options.kernel);
    if (!kernel) return end(kernel.error(), *source);
    return tell(Session(options, console, *source, **kernel, engine, **made).run(), options, *source, console);
}

}  // namespace phobos::tools
