// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/mutants.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/io/file.h"
#include "fuzz/mutation/implementation.h"
#include "fuzz/mutation/registry.h"
#include "fuzz/mutation/trials.h"
#include "lang/base/nearest.h"
#include "spec-tests/adapter/serve.h"
#include "tools/common/console.h"
#include "tools/common/progress.h"
#include "tools/conform/input_error.h"
#include "tools/conform/suite_options.h"
#include "tools/mutants/explain.h"
#include "tools/mutants/redundant.h"
#include "tools/mutants/reports.h"
#include "tools/mutants/rules.h"

namespace phobos::tools {
namespace {

using diagnostics::Code;
using mutation::CaseBench;
using mutation::Fault;
using mutation::Faults;

constexpr std::string_view program = "phobos-mutants";
constexpr std::string_view examples =
    "  phobos-mutants first-kill\n"
    "  phobos-mutants coverage --json\n"
    "  phobos-mutants matrix --fault add-i8-wrong --fault add-saturates\n"
    "  phobos-mutants explain num-add-f32 --report report.json\n"
    "  phobos-conform run --adapter 'phobos-mutants serve add-saturates'\n";

/// One run of the program.
class Mutants {
public:
    explicit Mutants(const Arguments& arguments)
        : arguments_(arguments), console_(std::string(program), arguments.common()) {}

    ExitCode run() {
        if (arguments_.files().empty()) return stop(usage_error(program, "a command is missing"));
        const auto command = std::ranges::find(commands, arguments_.files().front(), &Command::name);
        if (command == std::end(commands))
            return stop(usage_error(program, fmt::format("there is no command '{}'", arguments_.files().front())));
        const std::size_t words = arguments_.files().size() - 1;
        if (words != command->words)
            return stop(usage_error(program, fmt::format("{} takes {} more word{}, not {}", command->name,
                                                         command->words, command->words == 1 ? "" : "s", words)));
        if (auto stopped = read()) return stop(*stopped);
        return (this->*command->run)();
    }

private:
    struct Command {
        std::string_view name;
        std::size_t words;  ///< behind its name
        ExitCode (Mutants::*run)();
    };
    static const Command commands[7];

    [[nodiscard]] ExitCode stop(const Stop& stopped) const { return console_.stop(stopped); }

    /// The options that all commands share.
    std::optional<Stop> read() {
        workers_ = std::max(1U, std::thread::hardware_concurrency());
        if (const auto jobs = arguments_.value("--jobs")) {
            const auto [end, failed] = std::from_chars(jobs->data(), jobs->data() + jobs->size(), workers_);
            if (failed != std::errc{} || end != jobs->data() + jobs->size() || workers_ == 0)
                return usage_error(program, fmt::format("--jobs takes a number from 1, not '{}'", *jobs));
        }
        faults_ = mutation::all_faults();
        const auto wanted = arguments_.values("--fault");
        const auto unwanted = arguments_.values("--without");
        for (const auto* const ids : {&wanted, &unwanted})
            for (const std::string& id : *ids)
                if (std::ranges::find(faults_, id, &Fault::id) == faults_.end()) return no_such_fault(id);
        std::erase_if(faults_, [&](const Fault& fault) {
            return (!wanted.empty() && std::ranges::find(wanted, fault.id) == wanted.end()) ||
                   std::ranges::find(unwanted, fault.id) != unwanted.end();
        });
        return std::nullopt;
    }
    [[nodiscard]] Stop no_such_fault(const std::string& id) const {
        std::vector<std::string_view> ids;
        for (const Fault& fault : faults_) ids.push_back(fault.id);
        const auto near = nearest(id, ids);
        return input_error(
            Code::planted_fault_unknown,
            fmt::format("there is no fault '{}'{}", id, near ? fmt::format("; did you mean '{}'?", *near) : ""));
    }

    Result<std::vector<CaseBench>, Stop> benches() const {
        auto suite = load_suite(arguments_);
        if (suite) suite = only_chosen(arguments_, *std::move(suite));
        if (!suite) return Failure{suite.error()};
        return benches(*std::move(suite));
    }
    /// What a report tells of: cases and widths that were asked.
    Result<std::vector<CaseBench>, Stop> benches(const Failing& failing) const {
        auto suite = load_suite(arguments_);
        if (!suite) return Failure{suite.error()};
        std::erase_if(*suite, [&](const ChosenCase& chosen) { return !failing.asked.contains(chosen.id()); });
        for (ChosenCase& chosen : *suite)
            std::erase_if(chosen.loaded.expectations.lanes, [&](int lanes) { return !failing.lanes.contains(lanes); });
        return benches(*std::move(suite));
    }
    [[nodiscard]] std::vector<CaseBench> benches(std::vector<ChosenCase> suite) const {
        std::vector<mutation::NamedCase> cases;
        for (ChosenCase& chosen : suite) cases.push_back({chosen.file.name, std::move(chosen.loaded)});
        return mutation::make_benches(std::move(cases), workers_);
    }

    /// Has cases and faults tried, and tells what came of it.
    template <class Try, class Tell>
    ExitCode tried(const Try& attempt, const Tell& tell) {
        const auto begin = std::chrono::steady_clock::now();
        const Progress progress("trying planted faults");
        const auto cases = benches();
        if (!cases) return stop(cases.error());
        const auto found = attempt(*cases);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        return tell(Tried{faults_, *cases, time.count()}, found);
    }
    [[nodiscard]] ExitCode print(const Json& json, const std::string& text) const {
        return console_.print(arguments_.common().json ? json_text(json) + "\n" : text);
    }

    ExitCode first_kill() {
        return tried([&](const auto& cases) { return mutation::first_kills(faults_, cases, workers_); },
                     [&](const Tried& tried, const mutation::FirstKills& kills) {
                         const ExitCode printed = print(mutants_json(tried, kills), mutants_text(tried, kills));
                         if (printed != ExitCode::fine) return printed;
                         return misjudged(tried, kills) == 0 ? ExitCode::fine : ExitCode::failed;
                     });
    }
    ExitCode coverage() {
        const auto rules = rules_of_specification(arguments_);
        if (!rules) return stop(rules.error());
        return tried(
            [&](const auto& cases) {
                return mutation::coverage_of(faults_, cases,
                                             mutation::matrix_of(faults_, cases, mutation::Pairs::citing, workers_));
            },
            [&](const Tried& tried, const mutation::Coverage& found) {
                const ExitCode printed =
                    print(coverage_json(tried, found, *rules), coverage_text(tried, found, *rules));
                if (printed != ExitCode::fine) return printed;
                return is_covered(tried, found, *rules) ? ExitCode::fine : ExitCode::failed;
            });
    }
    ExitCode matrix() {
        return tried(
            [&](const auto& cases) { return mutation::matrix_of(faults_, cases, mutation::Pairs::all, workers_); },
            [&](const Tried& tried, const mutation::Matrix& found) {
                return print(matrix_json(tried, found), matrix_text(tried, found));
            });
    }
    ExitCode redundant() {
        return tried(
            [&](const auto& cases) { return mutation::matrix_of(faults_, cases, mutation::Pairs::all, workers_); },
            [&](const Tried& tried, const mutation::Matrix& found) {
                return print(redundant_json(tried, found), redundant_text(tried, found));
            });
    }
    ExitCode list() {
        std::string text;
        Json entries = Json::array();
        for (const Fault& fault : faults_) {
            Json entry{{"id", fault.id}, {"rules", fault.rules}};
            text += fault.id;
            for (const std::string& rule : fault.rules) text += " " + rule;
            if (!fault.equivalent.empty()) {
                text += "; equivalent: " + fault.equivalent;
                entry["equivalent"] = fault.equivalent;
            }
            text += '\n';
            entries.push_back(std::move(entry));
        }
        return print(Json{{"faults", std::move(entries)}}, text);
    }

    ExitCode explain_case() {
        const auto path = arguments_.value("--report");
        if (!path)
            return stop(usage_error(program, "explain needs --report FILE, written by phobos-conform run --json"));
        const auto bytes = io::read_file(*path);
        if (!bytes) return wrong_input(bytes.error().code, bytes.error().text);
        const auto failing = read_failing(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
        if (!failing) return wrong_input(Code::report_malformed, fmt::format("{}: {}", *path, failing.error()));
        const std::string& id = arguments_.files()[1];
        const auto found = std::ranges::find(failing->cases, id, &Failing::Case::id);
        if (found == failing->cases.end())
            return wrong_input(Code::report_malformed, fmt::format("{} has no failed case '{}'", *path, id));
        const Progress progress("trying planted faults");
        const auto cases = benches(*failing);
        if (!cases) return stop(cases.error());
        const Explanation explanation = explain(*found, *failing, faults_, *cases, workers_);
        return print(explanation_json(explanation, faults_), explanation_text(explanation, faults_));
    }
    ExitCode serve() {
        const std::string& id = arguments_.files()[1];
        const auto fault = std::ranges::find(faults_, id, &Fault::id);
        if (fault == faults_.end()) return stop(no_such_fault(id));
        const auto engine = mutation::make_faulty_engine(*fault);
        adapter::serve(
            {"Phobos Reference with the fault " + id,
             PHOBOS_VERSION,
             [&](const SourceFile& source, check::Target target, const std::vector<check::Setting>& settings) {
                 return mutation::faulty_check(*fault, source, target, settings);
             },
             engine.get(),
             mutation::offered_checks,
             {},
             1,
             [&](const program::Program& asked, const engine::Launch& launch,
                 std::optional<engine::LaunchError>& error) { mutation::judge_launch(*fault, asked, launch, error); }});
        return ExitCode::fine;
    }
    [[nodiscard]] ExitCode wrong_input(Code code, const std::string& text) const {
        return stop(input_error(code, text));
    }

    const Arguments& arguments_;
    Console console_;
    unsigned workers_ = 1;
    Faults faults_;
};

const Mutants::Command Mutants::commands[7]{{"first-kill", 0, &Mutants::first_kill},
                                            {"coverage", 0, &Mutants::coverage},
                                            {"matrix", 0, &Mutants::matrix},
                                            {"redundant", 0, &Mutants::redundant},
                                            {"list", 0, &Mutants::list},
                                            {"explain", 1, &Mutants::explain_case},
                                            {"serve", 1, &Mutants::serve}};

}  // namespace

CommandLine mutants_command_line() {
    std::vector<Option> options = suite_options();
    options.push_back({"--fault", "ID", "only this planted fault", Repeated::many, ""});
    options.push_back({"--without", "ID", "all planted faults but this", Repeated::many, ""});
    options.push_back({"--report", "FILE", "of explain: what phobos-conform run --json printed", Repeated::once, ""});
    options.push_back({"--jobs", "N", "threads; as many as the machine has by default", Repeated::once, ""});
    return {std::string(program),
            "Tries planted faults on the cases of the conformance suite. Commands: first-kill, coverage, matrix, "
            "redundant, list, explain CASE, serve FAULT.",
            "COMMAND",
            Repeated::many,
            std::move(options),
            std::string(examples),
            HasSarif::no};
}

ExitCode run_mutants(const Arguments& arguments) { return Mutants(arguments).run(); }

}  // namespace phobos::tools
