// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace phobos::harness {

enum class Verdict : std::uint8_t {
    passed,
    failed,
    wrongly_accepted,
    wrongly_rejected,
    skipped,
    // Of implementations that are asked from outside:
    errored,   ///< it could not tell, or said what is no answer
    crashed,   ///< it ended without an answer
    timed_out  ///< it gave none in its time
};

constexpr std::string_view spelling(Verdict verdict) {
    constexpr std::array<std::string_view, 8> names{"passed",  "failed",  "wrongly accepted", "wrongly rejected",
                                                    "skipped", "errored", "crashed",          "timed out"};
    return names[static_cast<std::size_t>(verdict)];
}

/// How test reports show it.
inline void PrintTo(Verdict verdict, std::ostream* out) { *out << spelling(verdict); }

struct Judgement {
    Verdict verdict;
    std::string reason;  ///< empty where the case passed
};

}  // namespace phobos::harness
