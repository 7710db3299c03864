// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/campaign.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <deque>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fuzz/oracle/artefact.h"
#include "lang/base/json.h"
#include "tools/fuzz/crew.h"
#include "tools/fuzz/toggles.h"
#include "tools/fuzz/ways.h"

namespace phobos::tools {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds turn{200};
constexpr std::chrono::seconds patience{300};      ///< with a batch
constexpr std::chrono::seconds grace{5};           ///< for tasks that run when a signal comes
constexpr std::chrono::seconds most_for_late{60};  ///< after the end of the time, and for toggles

volatile std::sig_atomic_t signal_number = 0;  // the one thing that a handler may write to
extern "C" void note_signal(int number) { signal_number = number; }

/// While it lives, signals that would end the process are noted.
class SignalsNoted {
public:
    SignalsNoted() {
        signal_number = 0;
        struct sigaction action{};
        action.sa_handler = note_signal;
        for (std::size_t i = 0; i < numbers.size(); ++i) ::sigaction(numbers[i], &action, &before_[i]);
    }
    SignalsNoted(const SignalsNoted&) = delete;
    SignalsNoted& operator=(const SignalsNoted&) = delete;
    ~SignalsNoted() {
        for (std::size_t i = 0; i < numbers.size(); ++i) ::sigaction(numbers[i], &before_[i], nullptr);
    }
    [[nodiscard]] static std::optional<int> noted() {
        return signal_number == 0 ? std::nullopt : std::optional<int>(signal_number);
    }

private:
    static constexpr std::array numbers{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, numbers.size()> before_{};
};

Json json_of(const SeedRange& seeds) { return {seeds.first, seeds.count}; }
SeedRange range_of(const Json& json) { return {json[0], json[1]}; }

// Tasks and lines of workers are JSON. {"judge": [first, count]}, with "alone" where nobody else works; {"store":
// [seed, "how"]}; {"toggle": [seed, "way", index]}. {"at": [first, count]} while it judges, a line of the log for what
// is settled, and at the end {"late": [seed, ...], "again": [[first, count], ...]}. {"thing": "words"} while a toggle
// is judged, and {"toggled": "words differs"}, empty after the last.

void do_toggle(const Json& task, const Judging& judging, const Contest& contest, const Tell& tell) {
    const std::uint64_t seed = task[0];
    const fuzz::Trial trial = fuzz::make_trial(seed, case_of_seed(seed, judging.kind));
    const std::string part = judge_toggle(trial, task[1].get<std::string>(), contest, task[2],
                                          [&](std::string_view thing) { tell(Json{{"thing", thing}}.dump()); });
    tell(Json{{"toggled", part}}.dump());
}

/// What a worker process does: it has its own engines.
Work work_of(const Judging& judging) {
    return [judging, contest = std::shared_ptr<Contest>()](const std::string& task, const Tell& tell) mutable {
        const Json json = Json::parse(task);
        if (json.contains("store")) {
            store_deadly(json["store"][0], json["store"][1], judging);
            return tell(Json{{"stored", json["store"][0]}}.dump());
        }
        if (contest == nullptr) {
            auto made = make_contest(judging.engines);
            if (!made) return tell(Json{{"error", made.error()}}.dump());
            contest = std::make_shared<Contest>(std::move(*made));
        }
        if (json.contains("toggle")) return do_toggle(json["toggle"], judging, *contest, tell);
        const SeedRange seeds = range_of(json["judge"]);
        const Judged judged =
            judge_seeds(seeds, judging, json.contains("alone") ? fuzz::Late::finding : fuzz::Late::unsettled, *contest,
                        [&](const SeedRange& batch) { tell(Json{{"at", json_of(batch)}}.dump()); });
        for (const Logged& logged : judged.settled) tell(line_of(logged));
        Json end{{"late", judged.late}, {"again", Json::array()}};
        for (const SeedRange& range : judged.again) end["again"].push_back(json_of(range));
        tell(end.dump());
    };
}

/// Lines of the log that wait until what is found in them has its vector of toggles.
class Waiting {
public:
    /// Each of these judged with one thing otherwise, one process for each.
    struct Toggle {
        std::uint64_t seed;
        std::string way;
        std::size_t index = 0;
    };

    /// Whether the line waits; of many findings alike the first few must do, since each costs what a dozen cases do.
    bool takes(Logged& logged) {
        constexpr int most_alike = 2;
        std::size_t open = 0;
        for (const Found& found : logged.tally.found) {
            const fuzz::Signature& signature = found.finding.signature;
            if (signature.oracle != fuzz::Oracle::agreement || asked_[signature]++ >= most_alike) continue;
            toggles_.push_back({found.seed, signature.way});
            ++open;
        }
        if (open > 0) lines_.push_back({std::move(logged), open});
        return open > 0;
    }
    [[nodiscard]] std::optional<Toggle> next() {
        if (toggles_.empty()) return std::nullopt;
        Toggle toggle = std::move(toggles_.front());
        toggles_.pop_front();
        return toggle;
    }
    [[nodiscard]] bool is_empty() const { return lines_.empty(); }
    /// What came of a toggle, empty where there is none of its index; gives a line that waits no longer.
    std::optional<Logged> take(const Toggle& toggle, const std::string& part) {
        for (auto line = lines_.begin(); line != lines_.end(); ++line)
            for (Found& found : line->logged.tally.found) {
                if (found.seed != toggle.seed) continue;
                if (!part.empty()) {
                    found.toggles += (found.toggles.empty() ? "" : ", ") + part;
                    toggles_.push_front({toggle.seed, toggle.way, toggle.index + 1});
                    return std::nullopt;
                }
                if (--line->open > 0) return std::nullopt;
                Logged logged = std::move(line->logged);
                lines_.erase(line);
                return logged;
            }
        return std::nullopt;
    }
    /// All lines, as far as they are; nothing more is to be judged.
    [[nodiscard]] std::vector<Logged> give_up() {
        std::vector<Logged> all;
        toggles_.clear();
        for (Line& line : std::exchange(lines_, {})) all.push_back(std::move(line.logged));
        return all;
    }

private:
    struct Line {
        Logged logged;
        std::size_t open;  ///< findings that wait
    };
    std::deque<Line> lines_;
    std::deque<Toggle> toggles_;
    std::map<fuzz::Signature, int> asked_;
};

/// A running campaign.
class Director {
public:
    Director(const CampaignOptions& options, std::optional<Log> log, Records known)
        : options_(options),
          log_(std::move(log)),
          known_(std::move(known)),
          crew_(options.jobs, work_of(options.judging)),
          next_(options.seeds.first) {
        result_.tally = std::exchange(known_.tally, {});
        result_.broken_lines = known_.broken_lines;
        result_.already = result_.tally.cases();
    }

    Result<CampaignResult, std::string> run() {
        std::optional<Clock::time_point> ending;
        while (true) {
            const std::optional<int> noted = SignalsNoted::noted();
            if (noted && !ending) ending = Clock::now() + grace;
            if (!noted) hand_out();
            if (!noted) hand_out_alone();
            const bool is_done = !crew_.is_busy() && (noted || (late_.empty() && waiting_.is_empty()));
            if (is_done || (ending && Clock::now() > *ending)) {
                result_.signal = noted;
                break;
            }
            for (const Report& report : crew_.listen(turn, patience)) take(report);
            if (failure_) return Failure{*failure_};
            show();
        }
        for (const Logged& logged : waiting_.give_up()) record(logged);
        if (failure_) return Failure{*failure_};
        if (is_shown_) (void)!::write(STDERR_FILENO, "\r\x1b[K", 4);
        result_.took = Clock::now() - began_;
        return std::move(result_);
    }

private:
    [[nodiscard]] bool is_over() const {
        return next_ >= options_.seeds.first + options_.seeds.count ||
               (options_.time && Clock::now() - began_ >= *options_.time);
    }

    [[nodiscard]] bool is_far_over() const {
        return options_.time && Clock::now() - began_ >= *options_.time + most_for_late;
    }

    void hand_out() {
        if (is_far_over())
            for (const Logged& logged : waiting_.give_up()) record(logged);
        while (const auto worker = crew_.idle()) {
            if (auto toggle = waiting_.next()) {
                crew_.give(*worker, Json{{"toggle", {toggle->seed, toggle->way, toggle->index}}}.dump());
                continue;
            }
            if (!again_.empty()) {
                crew_.give(*worker, again_.front().dump());
                again_.pop_front();
                continue;
            }
            const std::uint64_t end = options_.seeds.first + options_.seeds.count;
            next_ = known_.seeds.first_missing(next_);
            if (is_over()) return;
            const std::uint64_t free = std::min(end, known_.seeds.first_held(next_).value_or(end)) - next_;
            const SeedRange seeds{next_, std::min(options_.chunk, free)};
            next_ += seeds.count;
            crew_.give(*worker, Json{{"judge", json_of(seeds)}}.dump());
        }
    }

    void take(const Report& report) {
        if (report.end) return take_end(report);
        const auto json = parse_json(report.line);
        if (!json) return;
        if (json->contains("at")) return;  // it lives
        if (json->contains("seeds")) {
            if (auto tally = tally_of(*json)) settle({range_of((*json)["seeds"]), std::move(*tally)});
            return;
        }
        if (json->contains("thing")) {
            things_[report.worker] = (*json)["thing"];
            return;
        }
        if (json->contains("toggled")) return take_toggle(report, (*json)["toggled"]);
        if (json->contains("error")) failure_ = (*json)["error"];
        if (!json->contains("late")) return crew_.done(report.worker);
        for (const Json& seed : (*json)["late"]) late_.push_back(seed);
        for (const Json& range : (*json)["again"]) again_.push_back({{"judge", range}});
        if ((*json)["late"].empty() && (*json)["again"].empty()) return crew_.done(report.worker);
        // A kernel may still run on its device, or nothing may run there any more.
        crew_.replace(report.worker);
    }

    /// What runs a case otherwise may have lost the device for its process.
    void take_toggle(const Report& report, const std::string& part) {
        const Json task = Json::parse(report.task)["toggle"];
        const Waiting::Toggle toggle{task[0].get<std::uint64_t>(), task[1].get<std::string>(),
                                     task[2].get<std::size_t>()};
        if (auto logged = waiting_.take(toggle, part)) record(*logged);
        things_.erase(report.worker);
        if (!report.end) crew_.replace(report.worker);
    }

    /// Kernels that reached their time in company, one after the other, in a process that has run nothing.
    void hand_out_alone() {
        while (!late_.empty() && !crew_.is_busy()) {
            const SeedRange seed{late_.front(), 1};
            late_.pop_front();
            if (is_far_over()) {
                Tally tally;
                ++tally.fates[static_cast<std::size_t>(fuzz::Fate::limited)];
                record({seed, tally});
                continue;
            }
            const int worker = *crew_.idle();
            crew_.replace(worker);
            crew_.give(worker, Json{{"judge", json_of(seed)}, {"alone", true}}.dump());
        }
    }

    /// A worker ended by a case: the seeds of the batch are judged one by one, so that it is known by which.
    void take_end(const Report& report) {
        const Json task = Json::parse(report.task);
        if (task.contains("toggle")) {
            const std::string& thing = things_[report.worker];
            return take_toggle(report, thing.empty() ? "" : thing + " ends its process");
        }
        if (!task.contains("judge")) return;
        const SeedRange seeds = range_of(task["judge"]);
        if (seeds.count > 1) {
            for (std::uint64_t i = 0; i < seeds.count; ++i)
                again_.push_back({{"judge", json_of(SeedRange{seeds.first + i, 1})}});
            return;
        }
        Tally tally;
        ++tally.fates[static_cast<std::size_t>(fuzz::Fate::limited)];
        tally.found.push_back({seeds.first,
                               {{fuzz::Oracle::survival, "", "process", *report.end}, "a process " + *report.end},
                               fuzz::name_of_case(seeds.first)});
        again_.push_front({{"store", {seeds.first, "a process " + *report.end}}});
        record({seeds, tally});
    }

    void settle(Logged logged) {
        if (!waiting_.takes(logged)) record(logged);
    }

    void record(const Logged& logged) {
        result_.tally.add(logged.tally);
        if (!log_) return;
        if (auto done = log_->append(line_of(logged)); !done) failure_ = done.error();
    }

    /// One line that is written over, from the first second on.
    void show() {
        if (!options_.shows_progress || Clock::now() - shown_ < std::chrono::milliseconds{500}) return;
        shown_ = Clock::now();
        const std::chrono::duration<double> passed = shown_ - began_;
        const auto judged = result_.tally.cases() - result_.already;
        const std::string line = fmt::format("\r\x1b[K{} kernels, {:.0f}/s: {}, {} constructs, {} findings", judged,
                                             static_cast<double>(judged) / passed.count(), rates_text(result_.tally),
                                             fuzz::vocabulary_rows().size() - result_.tally.mix.rare_rows(0).size(),
                                             result_.tally.found.size());
        (void)!::write(STDERR_FILENO, line.data(), line.size());
        is_shown_ = true;
    }

    const CampaignOptions& options_;
    std::optional<Log> log_;
    Records known_;
    Crew crew_;
    std::uint64_t next_;
    std::deque<Json> again_;
    std::deque<std::uint64_t> late_;
    Waiting waiting_;
    std::map<int, std::string> things_;  ///< by worker, what its toggle does otherwise
    CampaignResult result_;
    std::optional<std::string> failure_;
    Clock::time_point began_ = Clock::now();
    Clock::time_point shown_ = began_ + std::chrono::milliseconds{500};
    bool is_shown_ = false;
};

}  // namespace

Result<CampaignResult, std::string> run_campaign(const CampaignOptions& options) {
    const SignalsNoted signals;
    std::optional<Log> log;
    Records known;
    if (!options.log.empty()) {
        if (std::filesystem::exists(options.log)) {
            auto records = read_records(options.log);
            if (!records) return Failure{records.error()};
            known = std::move(*records);
        }
        for (const Campaign& other : known.campaigns)
            if (other != options.campaign)
                return Failure{fmt::format("{} is of another campaign: its engines or seed differ; name another --out",
                                           options.log.string())};
        auto opened = Log::open(options.log);
        if (!opened) return Failure{opened.error()};
        log.emplace(std::move(*opened));
        if (auto done = log->append(line_of(options.campaign)); !done) return Failure{done.error()};
    }
    return Director(options, std::move(log), std::move(known)).run();
}

}  // namespace phobos::tools
