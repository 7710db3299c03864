// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "engine/launch.h"
#include "interp/plain/races.h"
#include "lang/check/check.h"
#include "lang/program/program.h"
#include "lang/source/source_file.h"
#include "lang/syntax/tree.h"

/// Planted faults: what a wrong implementation might do, as changes of what one stage of a right one hands to the next.
/// No code of ours has places for them. Each change says whether it changed anything: where it did not, the faulty
/// implementation does what the right one does.
namespace phobos::mutation {

/// The text that the lexer is given; nothing where it is the same.
struct OnSource {
    std::function<std::optional<std::string>(std::string_view text)> change;
};
/// The tree that the checker is given.
struct OnTree {
    std::function<bool(syntax::File&)> change;
};
/// What a front end was asked.
struct Question {
    const SourceFile& source;
    int lanes;
    const std::vector<check::Setting>& settings;
};
/// What the front end answers.
struct OnAnswer {
    std::function<bool(const Question&, diagnostics::List&)> change;
};
/// The program that an engine is given.
struct OnProgram {
    std::function<bool(program::Program&)> change;
};
/// The launch that an engine is given, after it was judged.
struct OnLaunch {
    std::function<bool(const program::Program&, engine::Launch&)> change;
};
/// A launch that is refused, or no longer refused: the error is there where it is refused.
struct OnRefusal {
    std::function<bool(const program::Program&, const engine::Launch&, std::optional<engine::LaunchError>&)> change;
};
/// What a launch leaves.
struct OnRan {
    std::function<bool(const program::Program&, const engine::Launch&, engine::Ran&)> change;
};
/// What an engine decides of races.
struct OnRaces {
    std::function<void(plain::RaceRules&)> change;
};
using Seam = std::variant<OnSource, OnTree, OnAnswer, OnProgram, OnLaunch, OnRefusal, OnRan, OnRaces>;

struct Fault {
    std::string id;                  ///< lower case, digits and `-`
    std::vector<std::string> rules;  ///< of docs/spec, which it breaks
    Seam seam;
    std::string equivalent = {};  ///< why no program can tell it from a right implementation; empty where one can
};
using Faults = std::vector<Fault>;

/// "num-1 expr-3" as its rules.
std::vector<std::string> rules_of(std::string_view text);

/// "add-i8-wrong": the parts, each in lower case and what is no letter or digit as `-`.
std::string id_of(std::initializer_list<std::string_view> parts);

}  // namespace phobos::mutation
