// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/worker.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/io/staged_file.h"
#include "fuzz/oracle/artefact.h"
#include "fuzz/oracle/refusal.h"
#include "lang/base/json.h"

namespace phobos::tools {
namespace {

/// Writes what fails. A case that is no program is a text alone.
void store(const fuzz::Trial& trial, const fuzz::Finding& finding, const std::filesystem::path& folder) {
    const std::string name = fuzz::name_of_case(trial.number);
    const std::string note = fmt::format("{}: {}", fuzz::spelling(finding.signature), finding.text);
    if (trial.program() != nullptr && fuzz::write_artefact(trial, note, folder, name)) return;
    const std::string_view text = trial.source->text();
    (void)io::write_file((folder / (name + ".ph")).string(), std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace

CaseKind kind_of(fuzz::Mode mode, std::span<const std::string> engines) {
    const bool is_run_everywhere = std::ranges::find(engines, "interp") == engines.end();
    return {mode, is_run_everywhere ? fuzz::GridBarriers::allowed : fuzz::GridBarriers::left_out};
}

fuzz::Generated case_of_seed(std::uint64_t seed, const CaseKind& kind) {
    return fuzz::generate_kernel(seed, fuzz::options_of(seed, kind.mode, kind.grid_barriers));
}

namespace {

/// Puts a seed to those before it.
void settle(Judged& judged, std::uint64_t seed, const Tally& tally) {
    const bool is_next =
        !judged.settled.empty() && judged.settled.back().seeds.first + judged.settled.back().seeds.count == seed;
    if (!is_next) judged.settled.push_back({{seed, 0}, {}});
    ++judged.settled.back().seeds.count;
    judged.settled.back().tally.add(tally);
}
void ask_again(Judged& judged, const SeedRange& seeds) {
    if (seeds.count == 0) return;
    const bool is_next = !judged.again.empty() && judged.again.back().first + judged.again.back().count == seeds.first;
    if (is_next)
        judged.again.back().count += seeds.count;
    else
        judged.again.push_back(seeds);
}

Tally tally_of(const fuzz::Trial& trial, fuzz::Verdict verdict, const std::filesystem::path& folder) {
    Tally tally;
    ++tally.fates[static_cast<std::size_t>(verdict.fate)];
    for (const std::string& way : verdict.silent) ++tally.silent[way];
    for (const std::string& way : verdict.formless) ++tally.formless[way];
    if (trial.program() != nullptr) tally.mix.add(fuzz::traits_of(trial));
    if (!verdict.finding) return tally;
    store(trial, *verdict.finding, folder);
    tally.found.push_back({trial.number, *std::move(verdict.finding), fuzz::name_of_case(trial.number)});
    return tally;
}

/// Of a kernel that must be accepted and its twins that must not; the text of one that is taken otherwise is written.
Tally tally_of_twins(const fuzz::Trial& trial, const std::filesystem::path& folder) {
    fuzz::Refusals refusals = fuzz::judge_twins(trial);
    Tally tally;
    ++tally.fates[static_cast<std::size_t>(refusals.verdict.fate)];
    if (trial.program() != nullptr) {
        fuzz::Traits traits = fuzz::traits_of(trial);
        traits.refused = std::move(refusals.codes);
        tally.mix.add(traits);
    }
    if (!refusals.verdict.finding) return tally;
    const std::string name = fuzz::name_of_case(trial.number);
    const auto bytes = std::as_bytes(std::span(refusals.wrong.data(), refusals.wrong.size()));
    (void)io::write_file((folder / (name + ".ph")).string(), bytes);
    tally.found.push_back({trial.number, *std::move(refusals.verdict.finding), name});
    return tally;
}

}  // namespace

Judged judge_seeds(const SeedRange& seeds, const Judging& judging, fuzz::Late late, const Contest& contest,
                   const std::function<void(const SeedRange&)>& before) {
    Judged judged;
    const fuzz::JudgeLimits limits{.time = judging.kernel_time, .late = late};
    const std::uint64_t end = seeds.first + seeds.count;
    for (std::uint64_t first = seeds.first; first < end; first += judging.batch) {
        const SeedRange batch{first, std::min(judging.batch, end - first)};
        if (judged.is_over()) {
            ask_again(judged, {first, end - first});
            break;
        }
        before(batch);
        std::vector<fuzz::Trial> trials;
        for (std::uint64_t seed = first; seed < first + batch.count; ++seed)
            trials.push_back(fuzz::make_trial(seed, case_of_seed(seed, judging.kind)));
        if (judging.kind.mode == fuzz::Mode::invalid) {
            for (const fuzz::Trial& trial : trials) settle(judged, trial.number, tally_of_twins(trial, judging.folder));
            continue;
        }
        std::vector<fuzz::Verdict> verdicts = fuzz::judge(trials, contest.ways, limits);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            if (!verdicts[i].unsettled) {
                settle(judged, trials[i].number, tally_of(trials[i], std::move(verdicts[i]), judging.folder));
            } else if (verdicts[i].unsettled == fuzz::Unsettled::late) {
                judged.late.push_back(trials[i].number);
            } else {
                ask_again(judged, {trials[i].number, 1});
            }
        }
    }
    return judged;
}

void store_deadly(std::uint64_t seed, const std::string& how, const Judging& judging) {
    const std::filesystem::path& folder = judging.folder;
    const fuzz::Trial trial = fuzz::make_trial(seed, case_of_seed(seed, judging.kind));
    if (trial.program() == nullptr) return store(trial, {{}, how}, folder);
    const engine::Ran nothing{engine::Failed{"process", how}, {}, {}};
    const std::string name = fuzz::name_of_case(seed);
    const std::string json = json_text(fuzz::case_of(trial, nothing, name, how)) + "\n";
    const std::string_view text = trial.source->text();
    (void)io::write_file((folder / (name + ".ph")).string(), std::as_bytes(std::span(text.data(), text.size())));
    (void)io::write_file((folder / (name + ".json")).string(), std::as_bytes(std::span(json.data(), json.size())));
}

}  // namespace phobos::tools
