// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/trial.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "engine/io/outcome_json.h"
#include "engine/io/value_text.h"
#include "lang/base/overloaded.h"
#include "spec-tests/harness/expectation.h"

namespace phobos::harness {
namespace {

using engine::Outcome;

Judgement pass() { return {Verdict::passed, ""}; }

std::string text_of(const Outcome& outcome) {
    return std::visit(
        Overloaded{[](const engine::Finished&) { return std::string("finished"); },
                   [](const engine::Trapped& trapped) {
                       return fmt::format("trapped ({}): {}", row(trapped.kind).spelling, trapped.message);
                   },
                   [](const engine::LaunchError& error) {
                       return fmt::format("launch error {}: {}", diagnostics::spelling(error.code), error.message);
                   },
                   [](const engine::Limited& limited) { return "limit: " + limited.message; },
                   [](const engine::Unsupported& unsupported) { return "unsupported: " + unsupported.message; },
                   [](const engine::Failed& failed) { return "failed: " + failed.message; },
                   [](const engine::LevelViolation& violation) { return "a level is not kept: " + violation.message; }},
        outcome);
}

bool is_endless(const Outcome& outcome) {
    const auto* limited = std::get_if<engine::Limited>(&outcome);
    return limited != nullptr &&
           (limited->kind == engine::LimitKind::steps || limited->kind == engine::LimitKind::time);
}

std::uint32_t line_of(const LoadedCase& loaded, Span span) { return loaded.source.position(span.begin).line; }

std::string value_of(const engine::Trapped& trapped, const std::string& name) {
    for (const engine::FaultValue& value : trapped.values)
        if (value.name == name) return io::value_text(value.type, value.bits);
    return "missing";
}

/// The lines of the place and of the other access; either access of a race may come first.
std::pair<std::uint32_t, std::uint32_t> lines_of(const LoadedCase& loaded, const engine::Trapped& trapped) {
    const io::ExpectedFault& fault = *loaded.expectations.fault;
    std::uint32_t line = line_of(loaded, trapped.place.span);
    std::uint32_t other = trapped.others.empty() ? 0 : line_of(loaded, trapped.others.front().span);
    if (fault.other_line && line == *fault.other_line && other == fault.line) std::swap(line, other);
    return {line, other};
}

Judgement judge_fault(const LoadedCase& loaded, const Outcome& outcome) {
    const auto* trapped = std::get_if<engine::Trapped>(&outcome);
    const io::ExpectedFault& fault = *loaded.expectations.fault;
    const std::string wanted = fmt::format("{} on line {} is expected", row(fault.kind).spelling, fault.line);
    if (trapped == nullptr) return {Verdict::failed, fmt::format("{}, not: {}", wanted, text_of(outcome))};
    std::vector<std::string> differences;
    const auto differ = [&](bool differs, std::string text) {
        if (differs) differences.push_back(std::move(text));
    };
    const engine::Place& place = trapped->place;
    const std::string lanes = io::ranges_text(io::lanes_of(place.lanes));
    differ(trapped->kind != fault.kind, "another kind");
    const auto [line, other] = lines_of(loaded, *trapped);
    differ(line != fault.line, fmt::format("line {}", line));
    differ(fault.other_line && other != *fault.other_line, fmt::format("the other line {}", other));
    differ(fault.block && place.block != *fault.block,
           fmt::format("block {}, {}, {}", place.block.x, place.block.y, place.block.z));
    differ(fault.warp && place.warp != *fault.warp, fmt::format("warp {}", place.warp));
    differ(fault.lanes && io::lanes_of(place.lanes) != *fault.lanes, "lanes " + lanes);
    for (const auto& [name, value] : fault.values)
        differ(value_of(*trapped, name) != value, fmt::format("{} {}", name, value_of(*trapped, name)));
    if (differences.empty()) return pass();
    std::string text = fmt::format("{}, not: {}; found", wanted, text_of(outcome));
    for (const std::string& difference : differences) text += " " + difference + ";";
    return {Verdict::failed, text};
}

std::optional<std::string> wrong_tensor(const Trial& trial, const io::NamedExpectation& expected,
                                        const engine::Ran& ran, std::span<const engine::Enclosure> enclosures) {
    const program::Program& program = trial.kernel->program();
    std::size_t index = 0;
    while (io::name_of(program, program.parameters[index]) != expected.parameter) ++index;
    const auto* own = std::get_if<engine::OwnTensor>(&trial.given.arguments[index]);
    const bool compares_before = std::holds_alternative<io::ExpectUnchanged>(expected.expectation);
    if (own == nullptr && compares_before) return "'unchanged' is not for an argument in another's memory";
    const engine::Tensor& after = ran.tensors[index];
    const auto wrong = complaint(expected.expectation, own != nullptr ? own->tensor : after, after,
                                 enclosures.empty() ? nullptr : &enclosures[index]);
    if (!wrong) return std::nullopt;
    return fmt::format("{}: {}", expected.parameter, *wrong);
}

}  // namespace

check::Checked checked(const LoadedCase& loaded, int lanes, const std::vector<io::NamedValue>& settings) {
    std::vector<check::Setting> given;
    for (const io::NamedValue& value : settings) given.push_back({value.name, value.value});
    return check::check(loaded.source, {lanes}, given);
}

const program::CheckedProgram* find_kernel(const io::Case& expectations, const check::Checked& checked) {
    if (!expectations.kernel && checked.kernels.size() == 1) return &checked.kernels.front();
    for (const program::CheckedProgram& kernel : checked.kernels)
        if (expectations.kernel && kernel.program().kernel == *expectations.kernel) return &kernel;
    return nullptr;
}

Judgement judge_launch_error(const LoadedCase& loaded, const engine::LaunchError& error) {
    const std::optional<io::ExpectedReject>& reject = loaded.expectations.reject;
    const std::string text = text_of(error);
    if (!reject) return {Verdict::wrongly_rejected, text};
    if (diagnostics::spelling(error.code) != reject->code)
        return {Verdict::failed, fmt::format("{} is expected: {}", reject->code, text)};
    for (const std::string& word : reject->mentions)
        if (error.message.find(word) == std::string::npos)
            return {Verdict::failed, fmt::format("'{}' is not mentioned: {}", word, text)};
    return pass();
}

bool wants_enclosures(const io::CaseLaunch& launch) {
    return std::ranges::any_of(launch.expect, [](const io::NamedExpectation& expected) {
        return std::holds_alternative<io::ExpectComputedEnclosure>(expected.expectation);
    });
}

Result<std::vector<engine::Enclosure>, std::string> enclose(const Trial& trial, engine::Encloser& encloser) {
    engine::Settings settings;
    settings.limits.steps = most_steps;
    settings.checks = {.uninitialised = true, .races = false, .levels = false};
    auto computed = encloser.enclose(*trial.kernel, trial.given, settings);
    if (computed) return *std::move(computed);
    const auto* undecided = std::get_if<engine::Undecided>(&computed.error());
    const std::string reason = undecided != nullptr ? fmt::format("an unknown value decides on line {}",
                                                                  line_of(*trial.loaded, undecided->place.span))
                                                    : text_of(std::get<Outcome>(computed.error()));
    return Failure{"it has no enclosure: " + reason};
}

Judgement judge_run(const Trial& trial, const engine::Ran& ran, std::span<const engine::Enclosure> enclosures) {
    const io::Case& expectations = trial.loaded->expectations;
    if (!ran.damaged.empty()) return {Verdict::failed, "memory around an argument was written"};
    if (const auto* unsupported = std::get_if<engine::Unsupported>(&ran.outcome))
        return {Verdict::skipped, unsupported->message};
    if (is_endless(ran.outcome)) return {Verdict::timed_out, text_of(ran.outcome)};
    if (const auto* error = std::get_if<engine::LaunchError>(&ran.outcome))
        return judge_launch_error(*trial.loaded, *error);
    if (expectations.reject) return {Verdict::wrongly_accepted, text_of(ran.outcome)};
    if (expectations.fault) return judge_fault(*trial.loaded, ran.outcome);
    if (!std::holds_alternative<engine::Finished>(ran.outcome)) return {Verdict::failed, text_of(ran.outcome)};
    for (const io::NamedExpectation& expected : trial.launch->expect)
        if (auto wrong = wrong_tensor(trial, expected, ran, enclosures)) return {Verdict::failed, *wrong};
    return pass();
}

}  // namespace phobos::harness
