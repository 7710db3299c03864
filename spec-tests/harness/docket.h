// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/enclosure.h"
#include "engine/engine.h"
#include "lang/base/result.h"
#include "spec-tests/harness/trial.h"

/// Many cases judged together, for engines that prepare many programs at once faster than one after the other.
namespace phobos::harness {

/// What an engine may assume of a launch when it prepares its program.
enum class Assumed : std::uint8_t {
    nothing,
    all,     ///< engine::assumptions_of
    values,  ///< and the value of every dim
};

/// One way of running a trial.
struct Way {
    Assumed assumed = Assumed::all;
    std::int64_t moved_bytes = 0;  ///< how much further off alignment the arguments' memory begins
};

/// The launch with every tensor that has memory of its own moved by so many bytes, if its elements stay aligned.
/// Nothing where none can be moved, or a tensor in another's memory would not stay aligned.
std::optional<engine::Launch> moved(const program::Program& program, engine::Launch launch, std::int64_t bytes);

struct Complaint {
    std::string name;  ///< of the trial and the way it was run
    Judgement judgement;
};

/// What came of a hearing.
struct Tally {
    std::size_t runs = 0;
    std::size_t programs = 0;                    ///< what the engine prepared for them
    std::map<std::string, std::size_t> cases;    ///< how many runs each had that the engine did not refuse
    std::map<std::string, std::size_t> kernels;  ///< the same by the kernel's name
    std::vector<Complaint> complaints;
};

/// The name of the case, of a trial's or a complaint's.
std::string case_of(const std::string& trial);

/// The launches of cases at their widths, and the ways to run them.
class Docket {
public:
    /// Adds the launches that are to run, of a case that runs something. Fails where the case does not get that far.
    Result<Done, std::string> add(const std::string& name, LoadedCase loaded);

    [[nodiscard]] std::size_t trials() const { return trials_.size(); }
    [[nodiscard]] const LoadedCase& loaded(std::size_t trial) const { return *trials_[trial].trial.loaded; }
    [[nodiscard]] int lanes(std::size_t trial) const { return trials_[trial].trial.kernel->program().lanes; }

    /// Has the trial run in this way too, if it can.
    void call(std::size_t trial, Way way);

    /// Prepares all programs in one batch and judges every run that was called.
    Tally hear(engine::Engine& engine, engine::Encloser& encloser, const engine::Settings& settings);

private:
    struct Named {
        std::string name;
        Trial trial;
    };
    struct Called {
        std::size_t trial;
        Way way;
        std::size_t instance;
    };
    using Enclosures = Result<std::vector<engine::Enclosure>, std::string>;

    std::size_t instance_of(const Trial& trial, Assumed assumed);
    const Enclosures& enclosures_of(std::size_t trial, engine::Encloser& encloser);
    Judgement judge(const Called& called, engine::Engine& engine, engine::Prepared& prepared,
                    engine::Encloser& encloser, const engine::Settings& settings);
    [[nodiscard]] std::string name_of(const Called& called) const;

    std::deque<LoadedCase> cases_;  // where they are they stay
    std::deque<check::Checked> programs_;
    std::vector<Named> trials_;
    std::vector<Called> calls_;
    std::vector<engine::Instance> instances_;
    std::map<std::size_t, Enclosures> enclosures_;  ///< by trial, as far as asked for
};

}  // namespace phobos::harness
