// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/runner/judge.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "engine/io/named_launch.h"
#include "lang/base/overloaded.h"
#include "spec-tests/harness/trial.h"
#include "spec-tests/runner/pose.h"

namespace phobos::runner {
namespace {

using harness::Judgement;
using harness::Verdict;

Judgement pass() { return {Verdict::passed, ""}; }

std::string with_message(std::string_view text, const std::string& message) {
    return message.empty() ? std::string(text) : fmt::format("{}: {}", text, message);
}

/// What every request is judged by alike: an answer that is none, and what an implementation does not offer.
Judgement judge_lack(const protocol::Skipped& skipped) { return {Verdict::skipped, skipped.message}; }
Judgement judge_lack(const protocol::Errored& errored) { return {Verdict::errored, errored.message}; }
Judgement judge_lack(const protocol::Limited& limited) {
    const bool is_time = limited.kind == engine::LimitKind::steps || limited.kind == engine::LimitKind::time;
    return {is_time ? Verdict::timed_out : Verdict::skipped,
            with_message(fmt::format("its limit of {} is reached", spelling(limited.kind)), limited.message)};
}
Judgement judge_lack(const protocol::Crashed& crashed) { return {Verdict::crashed, crashed.text}; }
Judgement judge_lack(const protocol::TimedOut& late) { return {Verdict::timed_out, late.text}; }
Judgement judge_lack(const protocol::Garbled& garbled) { return {Verdict::errored, garbled.text}; }
/// The wire lets no capabilities through but those of hello.
Judgement judge_lack(const protocol::Capabilities&) { return {Verdict::errored, "it introduces itself"}; }

/// One case at one width.
class Hearing {
public:
    Hearing(const harness::LoadedCase& loaded, const Subject& subject, int lanes)
        : loaded_(loaded), case_(loaded.expectations), subject_(subject), lanes_(lanes) {}

    Judged hear() const {
        if (case_.launches.empty()) return told(ask_check(), "");
        for (const io::CaseLaunch& launch : case_.launches) {
            if (std::ranges::find(launch.lanes, lanes_) == launch.lanes.end()) continue;
            Judgement judgement = ask_launch(launch);
            if (judgement.verdict != Verdict::passed) return told(std::move(judgement), launch.name);
        }
        return told(pass(), "");
    }

private:
    [[nodiscard]] Judged told(Judgement judgement, const std::string& launch) const {
        return {judgement.verdict, std::move(judgement.reason), lanes_, launch};
    }

    [[nodiscard]] Judgement ask_check() const {
        return judged(subject_.adapter.ask(protocol::CheckRequest{program_of(loaded_, lanes_, case_.settings)}),
                      [&](const protocol::Accepted& accepted) { return judge_accepted(accepted.warnings); });
    }

    [[nodiscard]] Judgement ask_launch(const io::CaseLaunch& launch) const {
        if (case_.fault && std::ranges::find(subject_.offers.faults, case_.fault->kind) == subject_.offers.faults.end())
            return {Verdict::skipped, fmt::format("it does not report {}", row(case_.fault->kind).spelling)};
        const check::Checked checked = harness::checked(loaded_, lanes_, launch.settings);
        const program::CheckedProgram* const kernel = harness::find_kernel(case_, checked);
        if (kernel == nullptr) return {Verdict::errored, "the case has no kernel to run"};
        auto given = io::resolve(kernel->program(), launch.launch);
        if (given) return ask_run(with_junk({&loaded_, &launch, kernel, std::move(*given)}));
        if (!case_.reject) return {Verdict::errored, "the case's launch does not fit: " + given.error().message};
        auto request = misfit_request_of(loaded_, launch, kernel->program());
        if (!request) return {Verdict::skipped, request.error()};
        const bool has_misfit = std::ranges::any_of(request->arguments, [](const protocol::Argument& argument) {
            return std::holds_alternative<protocol::Misfit>(argument);
        });
        if (has_misfit && subject_.offers.protocol < 2)
            return {Verdict::skipped, "version 1 of the protocol, which it speaks, cannot say it"};
        return judged(subject_.adapter.ask(*std::move(request)), [](const protocol::Finished&) {
            return Judgement{Verdict::wrongly_accepted, "the launch does not fit the kernel, and finished"};
        });
    }

    [[nodiscard]] Judgement ask_run(const harness::Trial& trial) const {
        protocol::RunRequest request = request_of(trial);
        if (auto excess = excess_of(request, trial.kernel->program())) return {Verdict::skipped, *std::move(excess)};
        const protocol::Reply reply = subject_.adapter.ask(request);
        return judged(reply, [&](const protocol::Finished& finished) { return judge_run(trial, request, finished); });
    }

    /// What is beyond the limits that the implementation told.
    [[nodiscard]] std::optional<std::string> excess_of(const protocol::RunRequest& request,
                                                       const program::Program& program) const {
        const protocol::Capabilities& offers = subject_.offers;
        const auto beyond = [](std::uint64_t number, std::optional<std::uint64_t> most, std::string_view what) {
            return most && number > *most ? std::optional(fmt::format("it offers {} {}, not {}", *most, what, number))
                                          : std::nullopt;
        };
        if (auto text = beyond(static_cast<std::uint64_t>(program.bounds.threads), offers.most_threads, "threads"))
            return text;
        if (offers.most_blocks && request.grid) {
            // Extents are judged by the launch's own rules, so that a grid out of range is asked about.
            std::uint64_t blocks = 1;
            for (const std::int64_t extent : *request.grid)
                blocks = extent > 0 && extent < 1 << 20 ? blocks * static_cast<std::uint64_t>(extent) : 0;
            if (auto text = beyond(blocks, offers.most_blocks, "blocks")) return text;
        }
        std::uint64_t bytes = 0;
        for (const protocol::Buffer& buffer : request.buffers) bytes += buffer.bytes.size();
        return beyond(bytes, offers.most_buffer_bytes, "bytes of buffers");
    }

    /// Judges a reply whose `ok` is an Ok.
    template <class JudgeOk>
    [[nodiscard]] Judgement judged(const protocol::Reply& reply, JudgeOk judge_ok) const {
        return std::visit(
            Overloaded{[&](const protocol::Answer& answer) {
                           return std::visit(
                               Overloaded{[&](const protocol::Accepted& accepted) { return ok(accepted, judge_ok); },
                                          [&](const protocol::Finished& finished) { return ok(finished, judge_ok); },
                                          [&](const protocol::Rejected& rejected) { return judge_rejected(rejected); },
                                          [&](const protocol::Trapped& trapped) { return judge_trapped(trapped); },
                                          [](const auto& lack) { return judge_lack(lack); }},
                               answer.what);
                       },
                       [](const auto& failure) { return judge_lack(failure); }},
            reply);
    }

    template <class Ok, class JudgeOk>
    static Judgement ok(const Ok& answer, JudgeOk judge_ok) {
        if constexpr (std::is_invocable_v<JudgeOk, const Ok&>)
            return judge_ok(answer);
        else
            return {Verdict::errored, "this ok answers another request"};
    }

    using Warnings = std::optional<std::vector<io::ExpectedWarning>>;

    [[nodiscard]] Judgement judge_warnings(const Warnings& stated) const {
        if (!case_.warnings || !stated) return pass();
        std::vector<io::ExpectedWarning> found = *stated;
        std::vector<io::ExpectedWarning> wanted = *case_.warnings;
        std::ranges::sort(found);
        std::ranges::sort(wanted);
        if (found == wanted) return pass();
        const auto listed = [](const std::vector<io::ExpectedWarning>& warnings) {
            std::string text;
            for (const io::ExpectedWarning& warning : warnings)
                text += fmt::format(" {}:{}", warning.code, warning.line);
            return text.empty() ? " none" : text;
        };
        return {Verdict::failed,
                fmt::format("other warnings are expected:{}; stated:{}", listed(wanted), listed(found))};
    }

    [[nodiscard]] Judgement judge_accepted(const Warnings& warnings) const {
        if (!case_.reject) return judge_warnings(warnings);
        return {Verdict::wrongly_accepted,
                fmt::format("it must be rejected by {}{}", case_.reject->rule,
                            case_.reject->line ? fmt::format(" on line {}", *case_.reject->line) : "")};
    }

    [[nodiscard]] Judgement judge_rejected(const protocol::Rejected& rejected) const {
        if (case_.reject) {
            const auto wrong = complaint(*case_.reject, rejected);
            return wrong ? Judgement{Verdict::failed, *wrong} : pass();
        }
        std::string text = rejected.message;
        for (const protocol::StatedError& error : rejected.errors)
            text += fmt::format("{}{}{}", text.empty() ? "" : "; ",
                                error.line ? fmt::format("line {}: ", *error.line) : "", error.message);
        return {Verdict::wrongly_rejected,
                with_message(fmt::format("in phase '{}'", io::case_phases[static_cast<std::size_t>(rejected.phase)]),
                             text)};
    }

    [[nodiscard]] Judgement judge_trapped(const protocol::Trapped& trapped) const {
        if (case_.reject) return {Verdict::wrongly_accepted, with_message("it was run, and trapped", trapped.message)};
        if (case_.fault) {
            const auto wrong = complaint(*case_.fault, trapped);
            return wrong ? Judgement{Verdict::failed, *wrong} : pass();
        }
        const std::string line = trapped.line ? fmt::format(" on line {}", *trapped.line) : "";
        return {Verdict::failed,
                with_message(fmt::format("trapped ({}){}", row(trapped.kind).spelling, line), trapped.message)};
    }

    [[nodiscard]] Judgement judge_run(const harness::Trial& trial, const protocol::RunRequest& request,
                                      const protocol::Finished& finished) const {
        if (case_.reject) return judge_accepted(finished.warnings);
        if (Judgement judgement = judge_warnings(finished.warnings); judgement.verdict != Verdict::passed)
            return judgement;
        const engine::Ran ran = ran_of(trial, request, finished);
        if (!ran.damaged.empty())
            return {Verdict::failed, fmt::format("memory around {} was written",
                                                 io::name_of(trial.kernel->program(),
                                                             trial.kernel->program().parameters[ran.damaged.front()]))};
        if (case_.fault)
            return {Verdict::failed, fmt::format("finished; {} on line {} is expected", row(case_.fault->kind).spelling,
                                                 case_.fault->line)};
        if (const auto changed = changed_input(trial, request, finished))
            return {Verdict::failed, fmt::format("{}, which the kernel does not write, was changed", *changed)};
        if (!harness::wants_enclosures(*trial.launch)) return harness::judge_run(trial, ran, {});
        const auto enclosures = harness::enclose(trial, subject_.encloser);
        if (!enclosures) return {Verdict::errored, enclosures.error()};
        return harness::judge_run(trial, ran, *enclosures);
    }

    const harness::LoadedCase& loaded_;
    const io::Case& case_;
    const Subject& subject_;
    int lanes_;
};

/// A feature that the case needs and the implementation lacks.
std::optional<std::string> lacking_feature(const io::Case& expectations, const protocol::Capabilities& offers) {
    if (!offers.features) return std::nullopt;
    for (const std::string& feature : expectations.features)
        if (std::ranges::find(*offers.features, feature) == offers.features->end()) return feature;
    return std::nullopt;
}

}  // namespace

std::string_view word(Verdict verdict) {
    constexpr std::array<std::string_view, 8> words{"pass",    "fail",    "wrongly accepted", "wrongly rejected",
                                                    "skipped", "errored", "crashed",          "timeout"};
    return words[static_cast<std::size_t>(verdict)];
}

Judged judge(const harness::LoadedCase& loaded, const Subject& subject) {
    const io::Case& expectations = loaded.expectations;
    if (const auto feature = lacking_feature(expectations, subject.offers))
        return {Verdict::skipped, fmt::format("it does not offer {}", *feature)};
    std::optional<Judged> result;
    for (const int lanes : expectations.lanes) {
        const auto has = [&](const std::vector<int>& widths) {
            return std::ranges::find(widths, lanes) != widths.end();
        };
        if (!has(subject.lanes) || (subject.offers.lanes && !has(*subject.offers.lanes))) continue;
        Judged judged = Hearing(loaded, subject, lanes).hear();
        if (judged.verdict != Verdict::passed && judged.verdict != Verdict::skipped) return judged;
        if (!result || judged.verdict == Verdict::skipped) result = std::move(judged);
    }
    if (!result) return {Verdict::skipped, "it does not run at the widths of the case"};
    if (result->verdict == Verdict::passed) result->lanes.reset();
    return *std::move(result);
}

}  // namespace phobos::runner
