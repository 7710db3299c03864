// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/enclosure.h"
#include "engine/engine.h"
#include "fuzz/mutation/fault.h"
#include "lang/check/check.h"
#include "lang/syntax/parser.h"
#include "spec-tests/harness/suite.h"
#include "spec-tests/harness/trial.h"
#include "spec-tests/harness/verdict.h"

/// The cases of the suite, each together with what a right implementation (checker and plain evaluator) makes of it, so
/// that a faulty one costs only what it does otherwise.
namespace phobos::mutation {

/// A launch at one width up to where it is run, and what came of it.
struct SoundLaunch {
    const io::CaseLaunch* launch;
    const check::Checked* checked;
    const program::CheckedProgram* kernel;
    engine::Launch given;  ///< empty where there is an error
    std::optional<engine::LaunchError> error;
    std::vector<engine::Enclosure> enclosures;
    engine::Ran ran;
    std::uint64_t steps = 0;
};

/// One case at one width.
class Bench {
public:
    /// Nothing where the case does not hold of our own implementation, as where it asks for a check that is not there.
    static std::optional<Bench> make(const harness::LoadedCase& loaded, int lanes);

    /// How the case judges an implementation with this fault.
    [[nodiscard]] harness::Judgement judge(const Fault& fault) const;

    [[nodiscard]] int lanes() const { return lanes_; }
    [[nodiscard]] const std::vector<SoundLaunch>& launches() const { return launches_; }
    [[nodiscard]] std::uint64_t cost() const;

private:
    Bench(const harness::LoadedCase& loaded, int lanes) : loaded_(&loaded), lanes_(lanes) {}

    /// Cases that are about races are run with the check that looks for them.
    [[nodiscard]] engine::Ran run(const program::Program& program, const engine::Launch& launch,
                                  engine::Settings settings, const plain::RaceRules& race_rules = {}) const;
    [[nodiscard]] bool is_about_races() const;
    [[nodiscard]] const check::Checked& checked(const std::vector<check::Setting>& settings);
    [[nodiscard]] bool prepare();

    [[nodiscard]] harness::Judgement judge(const OnSource& seam) const;
    [[nodiscard]] harness::Judgement judge(const OnTree& seam) const;
    [[nodiscard]] harness::Judgement judge(const OnAnswer& seam) const;
    [[nodiscard]] harness::Judgement judge(const OnProgram& seam) const;
    [[nodiscard]] harness::Judgement judge(const OnLaunch& seam) const;
    [[nodiscard]] harness::Judgement judge(const OnRefusal& seam) const;
    [[nodiscard]] harness::Judgement judge(const OnRan& seam) const;
    [[nodiscard]] harness::Judgement judge(const OnRaces& seam) const;
    template <class Check>
    [[nodiscard]] harness::Judgement judge_front_end(const Check& check) const;
    template <class Judge>
    [[nodiscard]] harness::Judgement judge_launches(const Judge& judge) const;

    const harness::LoadedCase* loaded_;
    int lanes_;
    syntax::Parsed parsed_;
    struct Variant {
        std::vector<check::Setting> settings;
        check::Checked checked;
    };
    std::vector<std::unique_ptr<Variant>> variants_;
    std::vector<SoundLaunch> launches_;
};

/// A case with its widths.
struct CaseBench {
    std::string name;  ///< of its file
    std::unique_ptr<harness::LoadedCase> loaded;
    std::vector<Bench> widths;
    /// What judging a right implementation takes, the same everywhere: bytes that are read and steps of threads.
    std::uint64_t cost = 0;

    [[nodiscard]] const io::Case& expectations() const { return loaded->expectations; }
    /// The first width that is not passed; passed where there is none.
    [[nodiscard]] harness::Judgement judge(const Fault& fault) const;
    [[nodiscard]] bool kills(const Fault& fault) const { return judge(fault).verdict != harness::Verdict::passed; }
};

struct NamedCase {
    std::string name;  ///< of its file
    harness::LoadedCase loaded;
};
/// The cases that can be judged here, in their order.
std::vector<CaseBench> make_benches(std::vector<NamedCase> cases, unsigned workers);

}  // namespace phobos::mutation
