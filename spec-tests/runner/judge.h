// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/enclosure.h"
#include "spec-tests/harness/suite.h"
#include "spec-tests/harness/verdict.h"
#include "spec-tests/protocol/adapter.h"

namespace phobos::runner {

/// The verdicts as reports name them: pass, fail, wrongly accepted, wrongly rejected, skipped, errored, crashed,
/// timeout.
std::string_view word(harness::Verdict verdict);

struct Judged {
    harness::Verdict verdict;
    std::string reason;          ///< empty where it passed
    std::optional<int> lanes{};  ///< the width that decided
    std::string launch{};        ///< and the launch's name, where it has one
};

/// An implementation, what it said of itself, and what computes enclosures to judge it by.
struct Subject {
    protocol::Adapter& adapter;
    const protocol::Capabilities& offers;
    engine::Encloser& encloser;
    std::vector<int> lanes{32, 64};  ///< of those that it offers
};

/// Asks an implementation about a case at every width at which the case holds and the implementation runs, and judges
/// its answers.
Judged judge(const harness::LoadedCase& loaded, const Subject& subject);

/// What is wrong with a rejection, if anything: its phase, or what it states of its errors.
std::optional<std::string> complaint(const io::ExpectedReject& expected, const protocol::Rejected& rejected);
/// The same of a fault.
std::optional<std::string> complaint(const io::ExpectedFault& expected, const protocol::Trapped& trapped);

}  // namespace phobos::runner
