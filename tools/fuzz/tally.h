// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/oracle/mix.h"
#include "fuzz/oracle/verdict.h"
#include "lang/base/json.h"

namespace phobos::tools {

/// A case that failed.
struct Found {
    std::uint64_t seed;
    fuzz::Finding finding;
    std::string name;       ///< of its files, without suffix
    std::string toggles{};  ///< toggle_vector, of the first cases of a signature; empty: not known
};

/// What came of cases; that of parts of a campaign adds up.
struct Tally {
    std::array<std::uint64_t, fuzz::fate_names.size()> fates{};  ///< by fuzz::Fate
    std::map<std::string, std::uint64_t> silent;                 ///< cases that a way told nothing of
    std::map<std::string, std::uint64_t> formless;               ///< cases that do not have the form of a way
    fuzz::Mix mix;
    std::vector<Found> found;

    [[nodiscard]] std::uint64_t cases() const;
    [[nodiscard]] std::uint64_t of(fuzz::Fate fate) const { return fates[static_cast<std::size_t>(fate)]; }
    void add(const Tally& other);
};

Json json_of(const Tally& tally);
/// What json_of gave; nothing for another value.
std::optional<Tally> tally_of(const Json& json);

/// "finished 88.0 %, trapped 9.1 %, limited 0.0 %, rejected 2.9 %"
std::string rates_text(const Tally& tally);
/// The defects, one entry for each signature and vector of toggles with its first case, as lines for people; those
/// whose vector is not known count with the first that has one.
std::string findings_text(const Tally& tally);

}  // namespace phobos::tools
