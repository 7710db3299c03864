// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/io/named_launch.h"
#include "engine/io/recipe.h"
#include "engine/outcome.h"
#include "lang/base/result.h"

/// Cases of the conformance suite; spec-tests/README.md describes their format.
namespace phobos::io {

inline constexpr int case_language = 1;

enum class CaseKind : std::uint8_t { run, accept, reject, fault };
enum class Phase : std::uint8_t { syntax, check, launch };

inline constexpr std::array<std::string_view, 4> case_kinds{"run", "accept", "reject", "fault"};
inline constexpr std::array<std::string_view, 3> case_phases{"syntax", "check", "launch"};
inline constexpr std::array<std::string_view, 19> case_features{
    "f16",          "bf16",    "f64",          "i64",       "collectives",     "shuffles",
    "ballot",       "atomics", "runs",         "functions", "shared",          "tiles",
    "tensorcore",   "barrier", "grid-barrier", "autotune",  "transcendentals", "races",
    "uninitialised"};

/// Values of a tensor in row order; with a shape where they are nested. Empty elements are never written.
struct ListedValues {
    std::optional<Shape> shape;
    std::vector<std::optional<std::string>> literals;
};
struct ListedBits {
    std::vector<std::optional<std::string>> words;
};
using Content = std::variant<ListedValues, ListedBits, Recipe>;

/// Numbers first..last.
struct IndexRange {
    std::uint64_t first;
    std::uint64_t last;
};

struct ExpectUnchanged {};
struct ExpectContent {
    Content content;
    std::optional<std::uint64_t> ulp;
    std::vector<IndexRange> undefined;
};
struct ExpectEnclosure {
    Content low;
    Content high;
    std::vector<IndexRange> undefined;
};
/// The enclosure that the plain evaluator computes of the launch, with bounds at most so many steps apart.
struct ExpectComputedEnclosure {
    std::uint64_t widest;
    std::vector<IndexRange> undefined;
};
using SingleExpectation = std::variant<ExpectContent, ExpectEnclosure>;
struct ExpectAnyOf {
    std::vector<SingleExpectation> choices;
};
using Expectation = std::variant<ExpectUnchanged, ExpectContent, ExpectEnclosure, ExpectComputedEnclosure, ExpectAnyOf>;

struct NamedExpectation {
    std::string parameter;
    Expectation expectation;
};

struct CaseLaunch {
    std::string name;
    std::vector<int> lanes;            ///< out of the case's
    std::vector<NamedValue> settings;  ///< the case's included
    NamedLaunch launch;
    std::vector<NamedExpectation> expect;
};

struct ExpectedFault {
    engine::FaultKind kind;
    std::uint32_t line;
    std::optional<engine::Block> block;
    std::optional<int> warp;
    std::optional<std::vector<int>> lanes;
    std::vector<std::pair<std::string, std::string>> values;  ///< name and value, as value_text has it
    std::optional<std::uint32_t> other_line;
};

struct ExpectedReject {
    Phase phase;
    std::string code;
    std::string rule;
    std::optional<std::uint32_t> line;
    std::vector<std::uint32_t> notes;
    std::vector<std::string> mentions;
};

struct ExpectedWarning {
    std::string code;
    std::uint32_t line;

    friend auto operator<=>(const ExpectedWarning&, const ExpectedWarning&) = default;
};

struct Case {
    std::string id;
    std::vector<std::string> rules;
    std::vector<std::string> features;
    CaseKind kind;
    std::optional<std::string> twin;
    std::optional<std::string> source;  ///< a file of the same folder other than NAME.ph
    std::optional<std::string> kernel;
    std::vector<int> lanes;
    std::vector<NamedValue> settings;
    std::optional<std::vector<ExpectedWarning>> warnings;
    std::vector<CaseLaunch> launches;
    std::optional<ExpectedReject> reject;
    std::optional<ExpectedFault> fault;
    std::optional<std::string> oracle;
};

/// Reads a case. Fails with case_malformed, which names the place by its JSON pointer: `/launches/0/grid: ...`.
Result<Case, Error> parse_case(std::string_view text);

/// "0-3,17" as ranges in ascending order; nothing for another text.
std::optional<std::vector<IndexRange>> parse_ranges(std::string_view text);

}  // namespace phobos::io
