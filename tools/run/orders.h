// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/agreement.h"
#include "engine/engine.h"
#include "engine/launch.h"
#include "lang/base/json.h"
#include "lang/program/checked_program.h"
#include "lang/source/source_file.h"

namespace phobos::tools {

/// How a result takes other orders of blocks, warps and threads.
enum class Robustness : std::uint8_t {
    stable,           ///< the same bits in each
    tolerance,        ///< other bits, within the agreement of the run
    order_dependent,  ///< other values
};

/// "stable", "tolerance", "order-dependent".
std::string_view spelling(Robustness robustness);

/// What --orders tells. An order says which block comes next and, between two places where threads meet, which warp of
/// a block and which thread of a warp.
struct OrderReport {
    struct Result {
        std::string parameter;
        ScalarType element;
        std::vector<std::int64_t> shape;
        Robustness robustness = Robustness::stable;
        /// Where another order gives the value that lies farthest from that of the ascending one.
        std::optional<engine::Mismatch> worst;
        std::string order;  ///< the one that gives `worst`
    };
    /// A run that did not finish.
    struct Stopped {
        std::string order;
        engine::Outcome outcome;
    };
    std::vector<Result> results;     ///< of the tensors that the kernel writes, by parameter; none before `orders` is 1
    std::uint64_t orders = 0;        ///< compared with the ascending one
    std::optional<Stopped> stopped;  ///< the first, after which no order is tried
};

/// Runs a launch that `bind` has accepted by the plain evaluator: in ascending order, then in `orders` others, of which
/// the first is descending and the rest are drawn from settings.seed. Races are not looked for. The launch's time is
/// that of all runs.
OrderReport try_orders(const program::CheckedProgram& checked, const engine::Launch& launch,
                       const engine::Settings& settings, std::uint64_t orders, const engine::Agreement& agreement);

/// Whole lines.
std::string text_of(const OrderReport& report, const SourceFile& source);
Json json_of(const OrderReport& report, const SourceFile& source);

}  // namespace phobos::tools
