// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

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

}  // namespace phobos::harness
