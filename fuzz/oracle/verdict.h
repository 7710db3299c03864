// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace phobos::fuzz {

/// What is demanded of a case.
enum class Oracle : std::uint8_t {
    print_parse,  ///< the printed program parses to the same program
    levels,       ///< no value breaks the level that the checker claims
    agreement,    ///< every way of running it gives the same
    survival,     ///< nothing of ours ends by it
    refusal,      ///< the checker refuses what has one error, for that error and at its place
};

constexpr std::string_view spelling(Oracle oracle) {
    constexpr std::array<std::string_view, 5> names{"print-parse", "levels", "agreement", "survival", "refusal"};
    return names[static_cast<std::size_t>(oracle)];
}

/// What tells one defect from another: two cases with equal signatures count as one until somebody has looked.
struct Signature {
    Oracle oracle = Oracle::agreement;
    std::string way;    ///< of running it, whose result is wrong; empty where none is run
    std::string kind;   ///< "value", "outcome", ...
    std::string where;  ///< "f32", "finished, trapped"; not the place in a text, which a smaller case does not have

    friend auto operator<=>(const Signature&, const Signature&) = default;
    friend bool operator==(const Signature&, const Signature&) = default;
};

/// "agreement/interp/value/f32"
std::string spelling(const Signature& signature);

struct Finding {
    Signature signature;
    std::string text;  ///< for people, with places and values
};

/// How far a case came.
enum class Fate : std::uint8_t {
    finished,  ///< every thread came to its end
    trapped,   ///< it met undefined behaviour, in every way alike
    limited,   ///< a limit was reached: nothing is known
    rejected,  ///< by the checker, or its launch
};

constexpr std::array<std::string_view, 4> fate_names{"finished", "trapped", "limited", "rejected"};
constexpr std::string_view spelling(Fate fate) { return fate_names[static_cast<std::size_t>(fate)]; }

/// Why a case is to be judged again in another process.
enum class Unsettled : std::uint8_t {
    late,  ///< an engine reached its time, which others may have taken
    lost,  ///< an earlier case has left the engine unable to run anything
};

struct Verdict {
    Fate fate = Fate::finished;
    std::optional<Finding> finding;      ///< the first
    std::vector<std::string> silent;     ///< the ways that tell nothing of it
    std::vector<std::string> formless;   ///< the ways whose form it does not have (Rewrite, moved_bytes)
    std::optional<Unsettled> unsettled;  ///< then all the rest is for nothing
};

}  // namespace phobos::fuzz
