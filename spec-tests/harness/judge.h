// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "engine/enclosure.h"
#include "engine/engine.h"
#include "spec-tests/harness/suite.h"

namespace phobos::harness {

enum class Verdict : std::uint8_t { passed, failed, wrongly_accepted, wrongly_rejected, skipped };

constexpr std::string_view spelling(Verdict verdict) {
    constexpr std::array<std::string_view, 5> names{"passed", "failed", "wrongly accepted", "wrongly rejected",
                                                    "skipped"};
    return names[static_cast<std::size_t>(verdict)];
}

/// How test reports show it.
inline void PrintTo(Verdict verdict, std::ostream* out) { *out << spelling(verdict); }

struct Judgement {
    Verdict verdict;
    std::string reason;  ///< empty where the case passed
};

/// An engine, which of the checks it offers, and what computes enclosures to judge it by.
struct Subject {
    engine::Engine& engine;
    engine::Checks offers;
    engine::Encloser& encloser;
};

enum class LevelChecking : std::uint8_t { off, on };

/// Judges a case at every width it holds at. With LevelChecking::on every claimed level is checked on the way, and a
/// case that runs nothing is skipped.
Judgement judge(const LoadedCase& loaded, const Subject& subject, LevelChecking levels);

}  // namespace phobos::harness
