// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "backend/emit/emit.h"
#include "engine/engine.h"
#include "lang/base/result.h"

namespace phobos::tools {

inline constexpr std::string_view default_engine = "interp";

/// A check that is not always on, by its word in --check.
struct CheckRow {
    std::string_view word;
    bool engine::Checks::* member;
    bool is_default;  ///< on without being asked for, where the engine offers it
};
inline constexpr CheckRow check_rows[]{
    {"races", &engine::Checks::races, true},
    {"uninit", &engine::Checks::uninitialised, true},
    {"levels", &engine::Checks::levels, false},
};

/// What code is compiled for, where an engine compiles.
enum class Compiling : std::uint8_t {
    for_launches,  ///< all launches of a kind, and kept for other processes
    once,          ///< one launch of an instance, which keeps what that assumes
};

/// How far compilers go.
enum class Optimising : std::uint8_t {
    usual,  ///< host: -O0; cuda: all that ptxas does
    other,  ///< host: -O2; cuda: -O0 of ptxas
};

/// In which order threads are taken that could all go on, where an engine takes them one by one.
enum class Order : std::uint8_t { ascending, descending, seeded };

/// What an engine is made with.
struct EngineOptions {
    std::uint64_t seed = 0;
    int device = 0;  ///< of several GPUs
    Compiling compiling = Compiling::for_launches;
    Order order = Order::ascending;
    emit::Checking checking = emit::Checking::faults;
    emit::Toggles toggles{};
    Optimising optimising = Optimising::usual;
};

/// What one engine offers; docs/guide.md shows the same table.
struct EngineRow {
    std::string_view name;
    std::string_view what;
    /// Fails with the reason where the engine is not available here.
    Result<std::unique_ptr<engine::Engine>, std::string> (*make)(const EngineOptions&);
    std::span<const std::string_view> checks;  ///< words of --check
    std::span<const std::string_view> flags;   ///< of optional_flags

    /// A word of --check or a flag.
    [[nodiscard]] bool offers(std::string_view word) const;
};

/// The flags that not every engine offers.
inline constexpr std::string_view optional_flags[]{"--max-steps", "--device", "--trace", "--stats", "--view"};

std::span<const EngineRow> engines();
const EngineRow* find_engine(std::string_view name);

/// Where a program of that name lies if it lies beside this one.
std::filesystem::path program_beside(std::string_view name);
bool is_program(const std::filesystem::path& path);

/// The sentence for a check or flag that the engine does not offer.
std::string not_offered(const EngineRow& engine, std::string_view what);

}  // namespace phobos::tools
