// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backend/emit/emit.h"
#include "interp/plain/encloser.h"
#include "spec-tests/harness/docket.h"
#include "spec-tests/harness/suite.h"
#include "tests/places.h"

/// What tests of engines that run emitted text share: every case that runs, on both sides of what a launch lets a text
/// assume, and with its arguments moved.
namespace phobos::harness {

/// A share's programs are compiled together.
inline constexpr std::uint64_t shares = 8;

/// Where everything takes longer, a tenth of the cases is run.
#ifdef PHOBOS_SANITIZED
inline constexpr std::uint64_t one_in = 10;
#else
inline constexpr std::uint64_t one_in = 1;
#endif

/// FNV-1a: the same everywhere.
inline std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    return hash ^ hash >> 32;
}

/// Emitted texts look neither for races nor for what is unwritten.
inline bool is_for_texts(const io::Case& expectations) {
    if (expectations.kind == io::CaseKind::run) return true;
    if (expectations.kind != io::CaseKind::fault) return false;
    const engine::FaultKind kind = expectations.fault->kind;
    return kind != engine::FaultKind::race && kind != engine::FaultKind::uninitialised;
}

/// Adds the cases that run, as far as their names are wanted.
inline void add_cases(Docket& docket, const std::function<bool(const std::string&)>& is_wanted) {
    const std::filesystem::path root = places::repository();
    const std::filesystem::path folders[]{root / "spec-tests", root / "examples"};
    for (const CaseFile& file : find_cases(folders)) {
        if (!is_wanted(file.name)) continue;
        auto loaded = load_case(file.path);
        ASSERT_TRUE(loaded) << loaded.error();
        if (!is_for_texts(loaded->expectations)) continue;
        const auto added = docket.add(file.name, *std::move(loaded));
        ASSERT_TRUE(added) << added.error();
    }
}

inline void add_share(Docket& docket, std::uint64_t share) {
    add_cases(docket, [&](const std::string& name) {
        const std::uint64_t hash = hash_of(name);
        return hash % shares == share && hash / shares % one_in == 0;
    });
}

/// Both sides of every specialisation, the dims as constants in every other one; then moved, by every distance where
/// nothing is assumed, which is one program for all of them, and by one of them where all is.
inline void call_every_way(Docket& docket, std::size_t trial, std::uint64_t turn) {
    constexpr std::array<std::int64_t, 4> distances{1, 2, 4, 8};
    for (const Assumed assumed : {Assumed::all, Assumed::nothing}) docket.call(trial, {assumed, 0});
    if (turn % 2 == 0) docket.call(trial, {Assumed::values, 0});
    for (const std::int64_t distance : distances) docket.call(trial, {Assumed::nothing, distance});
    docket.call(trial, {Assumed::all, distances[turn % distances.size()]});
}

using Complaints = std::vector<const Complaint*>;

/// What is unsupported is among them: there is to be nothing.
inline std::map<std::string, Complaints> by_case(const Tally& tally) {
    std::map<std::string, Complaints> result;
    for (const Complaint& complaint : tally.complaints) result[case_of(complaint.name)].push_back(&complaint);
    return result;
}

inline std::string told(const std::string& name, const Complaints& complaints) {
    const Complaint& first = *complaints.front();
    return fmt::format("{} fails in {} runs, the first of them: {}: {}: {}", name, complaints.size(), first.name,
                       spelling(first.judgement.verdict), first.judgement.reason);
}

/// What runs the texts. A card has warps of 32 lanes, and on it a block that misses a grid barrier is waited for.
enum class Machine : std::uint8_t { host, card };

inline bool is_for(Machine machine, const Docket& docket, std::size_t trial) {
    if (machine == Machine::host) return true;
    const io::Case& expectations = docket.loaded(trial).expectations;
    return docket.lanes(trial) == 32 &&
           (expectations.kind == io::CaseKind::run || expectations.fault->kind != engine::FaultKind::grid_barrier);
}

/// As "name:runs name:runs".
inline std::string counts_text(const std::map<std::string, std::size_t>& counts) {
    std::string text;
    for (const auto& [name, count] : counts) text += fmt::format("{}{}:{}", text.empty() ? "" : " ", name, count);
    return text;
}

/// Judges what was called. What was run and what failed stands in the test's properties.
inline void expect_holds(Docket& docket, Machine machine, engine::Engine& engine, const engine::Settings& settings) {
    const auto encloser = plain::make_encloser();
    const Tally tally = docket.hear(engine, *encloser, settings);
    std::size_t refused = 0;
    std::string failed;
    for (const auto& [name, complaints] : by_case(tally)) {
        Complaints failures;
        for (const Complaint* complaint : complaints)
            // A card has only so much shared memory (tile-52).
            if (machine == Machine::card && complaint->judgement.verdict == Verdict::skipped)
                ++refused;
            else
                failures.push_back(complaint);
        if (failures.empty()) continue;
        ADD_FAILURE() << told(name, failures);
        failed += fmt::format("{}{}:{}", failed.empty() ? "" : " ", name, failures.size());
    }
    fmt::print("{} runs of {} launches, {} programs, {} runs refused\n", tally.runs, docket.trials(), tally.programs,
               refused);
    testing::Test::RecordProperty("runs", std::to_string(tally.runs));
    testing::Test::RecordProperty("programs", std::to_string(tally.programs));
    testing::Test::RecordProperty("refused", std::to_string(refused));
    testing::Test::RecordProperty("failed", failed);
    testing::Test::RecordProperty("cases", counts_text(tally.cases));
    testing::Test::RecordProperty("kernels", counts_text(tally.kernels));
}

/// Nothing but the faults that are always looked for.
inline engine::Settings settings_of_texts() {
    engine::Settings settings;
    settings.checks = {.uninitialised = false, .races = false, .levels = false};
    settings.limits.time = std::chrono::seconds{20};
    return settings;
}

/// Judges the cases of a share in checked texts, or those without faults in texts that check nothing.
inline void expect_share_holds(std::uint64_t share, emit::Checking checking, Machine machine, engine::Engine& engine) {
    Docket docket;
    add_share(docket, share);
    const bool checks = checking == emit::Checking::faults;
    for (std::size_t trial = 0; trial < docket.trials(); ++trial) {
        if (!is_for(machine, docket, trial)) continue;
        if (checks || docket.loaded(trial).expectations.kind == io::CaseKind::run)
            call_every_way(docket, trial, checks ? trial : trial + 1);
    }
    engine::Settings settings = settings_of_texts();
    settings.seed = share + 1;
    expect_holds(docket, machine, engine, settings);
}

}  // namespace phobos::harness
