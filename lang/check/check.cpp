// SPDX-License-Identifier: Apache-2.0
#include "lang/check/check.h"

#include <utility>

#include "lang/check/coalescing.h"
#include "lang/check/elaborate.h"
#include "lang/check/facts.h"
#include "lang/check/levels.h"
#include "lang/check/raggedness.h"
#include "lang/syntax/parser.h"

namespace phobos::check {

/// The only maker of checked programs.
class Builder {
public:
    static program::CheckedProgram build(program::Program program, program::Levels levels, program::Facts facts) {
        return {std::move(program), std::move(levels), std::move(facts)};
    }
};

Checked check(const syntax::File& file, Target target, const std::vector<Setting>& settings) {
    Elaborated elaborated = elaborate(file, target, settings);
    Checked result{{}, std::move(elaborated.diagnostics)};
    std::vector<program::Levels> levels;
    for (const program::Program& program : elaborated.kernels) {
        LevelAnalysis analysis = analyse_levels(program);
        result.diagnostics.add(analysis.diagnostics);
        result.diagnostics.add(ragged_hints(program));
        levels.push_back(std::move(analysis.levels));
    }
    if (result.diagnostics.has_errors()) return result;
    std::vector<program::Facts> facts;
    for (std::size_t index = 0; index < levels.size(); ++index) {
        const program::Program& program = elaborated.kernels[index];
        const program::LaunchAssumptions none{std::vector<program::Congruence>(program.dims.size())};
        LaneFacts known = analyse_lane_facts(program, levels[index], none);
        result.diagnostics.add(judge_coalescing(program, levels[index], known));
        facts.push_back(std::move(known.facts));
    }
    if (result.diagnostics.has_errors()) return result;
    for (std::size_t index = 0; index < levels.size(); ++index)
        result.kernels.push_back(
            Builder::build(std::move(elaborated.kernels[index]), std::move(levels[index]), std::move(facts[index])));
    return result;
}

Checked check(const SourceFile& source, Target target, const std::vector<Setting>& settings) {
    syntax::Parsed parsed = syntax::parse(source);
    if (parsed.diagnostics.has_errors()) return {{}, std::move(parsed.diagnostics)};
    Checked result = check(parsed.file, target, settings);
    result.diagnostics.add(parsed.diagnostics);
    return result;
}

}  // namespace phobos::check
