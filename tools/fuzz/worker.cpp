// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/worker.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/io/staged_file.h"
#include "fuzz/oracle/artefact.h"
#include "lang/base/json.h"

namespace phobos::tools {
namespace {

constexpr std::uint64_t one_in_faulty = 8;

/// Writes what fails. A case that is no program is a text alone.
void store(const fuzz::Trial& trial, const fuzz::Finding& finding, const std::filesystem::path& folder) {
    const std::string name = name_of_seed(trial.number);
    const std::string note = fmt::format("{}: {}", fuzz::spelling(finding.signature), finding.text);
    if (trial.program() != nullptr && fuzz::write_artefact(trial, note, folder, name)) return;
    const std::string_view text = trial.source->text();
    (void)io::write_file((folder / (name + ".ph")).string(), std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace

fuzz::Generated case_of_seed(std::uint64_t seed) {
    fuzz::Options options;
    options.faulty = seed % one_in_faulty == one_in_faulty - 1;
    return fuzz::generate_kernel(seed, options);
}

std::string name_of_seed(std::uint64_t seed) { return fmt::format("fuzz-{}", seed); }

Tally judge_seeds(const SeedRange& seeds, const Judging& judging, const Contest& contest,
                  const std::function<void(const SeedRange&)>& before) {
    Tally tally;
    const std::uint64_t end = seeds.first + seeds.count;
    for (std::uint64_t first = seeds.first; first < end; first += judging.batch) {
        const SeedRange batch{first, std::min(judging.batch, end - first)};
        before(batch);
        std::vector<fuzz::Trial> trials;
        for (std::uint64_t seed = first; seed < first + batch.count; ++seed)
            trials.push_back(fuzz::make_trial(seed, case_of_seed(seed)));
        std::vector<fuzz::Verdict> verdicts = fuzz::judge(trials, contest.ways);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            ++tally.fates[static_cast<std::size_t>(verdicts[i].fate)];
            for (const std::string& way : verdicts[i].silent) ++tally.silent[way];
            if (trials[i].program() != nullptr) tally.mix.add(fuzz::traits_of(trials[i]));
            if (!verdicts[i].finding) continue;
            store(trials[i], *verdicts[i].finding, judging.folder);
            tally.found.push_back({trials[i].number, *std::move(verdicts[i].finding), name_of_seed(trials[i].number)});
        }
    }
    return tally;
}

void store_deadly(std::uint64_t seed, const std::string& how, const std::filesystem::path& folder) {
    const fuzz::Trial trial = fuzz::make_trial(seed, case_of_seed(seed));
    if (trial.program() == nullptr) return store(trial, {{}, how}, folder);
    const engine::Ran nothing{engine::Failed{"process", how}, {}, {}};
    const std::string name = name_of_seed(seed);
    const std::string json = json_text(fuzz::case_of(trial, nothing, name, how)) + "\n";
    const std::string_view text = trial.source->text();
    (void)io::write_file((folder / (name + ".ph")).string(), std::as_bytes(std::span(text.data(), text.size())));
    (void)io::write_file((folder / (name + ".json")).string(), std::as_bytes(std::span(json.data(), json.size())));
}

}  // namespace phobos::tools
