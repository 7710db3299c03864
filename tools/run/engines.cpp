// SPDX-License-Identifier: Apache-2.0
#include "tools/run/engines.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "interp/exec/engine.h"
#include "interp/plain/engine.h"

namespace phobos::tools {
namespace {

constexpr std::array<std::string_view, 2> reference_checks{"uninit", "levels"};
constexpr std::array<std::string_view, 1> interp_checks{"uninit"};
constexpr std::string_view not_built = "it is not part of this version";

std::unique_ptr<engine::Engine> make_interp() { return interp::make_engine(); }

constexpr std::array rows{
    EngineRow{"reference", "the plain evaluator, thread by thread", plain::make_engine, "", reference_checks, {}},
    EngineRow{"interp", "the interpreter, a block at a time", make_interp, "", interp_checks, {}},
    EngineRow{"host", "emitted CUDA text on the CPU", nullptr, not_built, {}, {}},
    EngineRow{"cuda", "emitted CUDA text on a GPU", nullptr, not_built, {}, {}},
};

std::string offered(const EngineRow& engine) {
    if (engine.checks.empty()) return "it offers no checks";
    return fmt::format("it offers --check {}", fmt::join(engine.checks, ","));
}

}  // namespace

std::span<const EngineRow> engines() { return rows; }

const EngineRow* find_engine(std::string_view name) {
    const auto found = std::ranges::find(rows, name, &EngineRow::name);
    return found == rows.end() ? nullptr : &*found;
}

std::string not_offered(const EngineRow& engine, std::string_view what) {
    return fmt::format("the {} engine does not offer {}; {}", engine.name, what, offered(engine));
}

}  // namespace phobos::tools
