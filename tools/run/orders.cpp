// SPDX-License-Identifier: Apache-2.0
#include "tools/run/orders.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "engine/io/outcome_json.h"
#include "engine/io/value_text.h"
#include "interp/plain/engine.h"
#include "lang/base/overloaded.h"
#include "lang/source/unicode.h"
#include "tools/run/comparison.h"

namespace phobos::tools {
namespace {

/// As many statements of one order as the plain evaluator executes in a second or two.
constexpr std::uint64_t most_steps = 10'000'000;

constexpr std::string_view ascending_order = "ascending";

/// One order of a launch, by number: 0 ascending, 1 descending, the others drawn.
struct Order {
    std::uint64_t number;
    std::uint64_t seed;

    [[nodiscard]] plain::Schedule schedule() const {
        switch (number) {
            case 0: return plain::Schedule::ascending;
            case 1: return plain::Schedule::descending;
            default: return plain::Schedule::seeded;
        }
    }
    [[nodiscard]] std::string text() const {
        switch (schedule()) {
            case plain::Schedule::ascending: return std::string(ascending_order);
            case plain::Schedule::descending: return "descending";
            case plain::Schedule::seeded: return fmt::format("seed {}", seed);
        }
        return "";
    }
};

/// The bits where NaNs are one value, which is how results are compared.
bool is_farther(const engine::Mismatch& candidate, const std::optional<engine::Mismatch>& worst) {
    return !worst || candidate.distance > worst->distance;
}

void take_in(OrderReport::Result& result, const engine::Tensor& ascending, const engine::Tensor& other,
             const Order& order, const engine::Agreement& agreement) {
    const engine::Comparison bits = engine::compare(ascending, other, engine::SameBits{});
    if (bits.agrees()) return;
    const bool is_close = engine::compare(ascending, other, agreement).agrees();
    result.robustness = std::max(result.robustness, is_close ? Robustness::tolerance : Robustness::order_dependent);
    if (!is_farther(*bits.worst, result.worst)) return;
    result.worst = bits.worst;
    result.order = order.text();
}

/// One launch, again and again.
class Trial {
public:
    Trial(const program::CheckedProgram& checked, const engine::Launch& launch, const engine::Settings& settings)
        : checked_(checked), launch_(launch), settings_(settings) {
        settings_.checks.races = false;
        settings_.checks.levels = false;
        settings_.limits.steps = std::min(settings_.limits.steps.value_or(most_steps), most_steps);
        if (settings_.limits.time) end_ = std::chrono::steady_clock::now() + *settings_.limits.time;
    }

    engine::Ran run(const Order& order) {
        settings_.seed = order.seed;
        if (end_)
            settings_.limits.time =
                std::max(std::chrono::milliseconds(0),
                         std::chrono::ceil<std::chrono::milliseconds>(*end_ - std::chrono::steady_clock::now()));
        engine::Ran ran = engine::run(*plain::make_engine(order.schedule()), checked_, launch_, settings_);
        for (engine::Tensor& tensor : ran.tensors) tensor.zero_unwritten();
        return ran;
    }

private:
    const program::CheckedProgram& checked_;
    const engine::Launch& launch_;
    engine::Settings settings_;
    engine::Deadline end_;
};

/// Of the text of an order.
std::string in_words(const std::string& order) {
    return order.starts_with("seed") ? "the order of " + order : order + " order";
}

std::string stopped_text(const OrderReport::Stopped& stopped, const SourceFile& source) {
    const auto place = [&](Span span) {
        const Position position = source.position(span.begin);
        return fmt::format("{}:{}:{}: ", printable(source.name()), position.line, position.column);
    };
    return std::visit(
        Overloaded{[](const engine::Finished&) { return std::string(); },
                   [&](const engine::Trapped& trapped) { return place(trapped.place.span) + trapped.message; },
                   [](const engine::LaunchError& error) { return error.message; },
                   [&](const engine::LevelViolation& violation) { return violation.message; },
                   [](const auto& ended) { return ended.message; }},
        stopped.outcome);
}

}  // namespace

std::string_view spelling(Robustness robustness) {
    constexpr std::array<std::string_view, 3> names{"stable", "tolerance", "order-dependent"};
    return names[static_cast<std::size_t>(robustness)];
}

OrderReport try_orders(const program::CheckedProgram& checked, const engine::Launch& launch,
                       const engine::Settings& settings, std::uint64_t orders, const engine::Agreement& agreement) {
    const program::Program& program = checked.program();
    OrderReport report;
    std::vector<std::size_t> written;  // parameters, by result
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
        const auto* id = std::get_if<program::TensorId>(&program.parameters[i]);
        if (id != nullptr && program.tensors[id->index].written) written.push_back(i);
    }

    Trial trial(checked, launch, settings);
    const Order first{0, settings.seed};
    const engine::Ran ascending = trial.run(first);
    if (!std::holds_alternative<engine::Finished>(ascending.outcome)) {
        report.stopped = {first.text(), ascending.outcome};
        return report;
    }
    for (const std::size_t i : written) {
        const auto id = std::get<program::TensorId>(program.parameters[i]);
        report.results.push_back({program.tensors[id.index].name,
                                  ascending.tensors[i].element(),
                                  ascending.tensors[i].shape(),
                                  Robustness::stable,
                                  std::nullopt,
                                  {}});
    }
    for (std::uint64_t number = 1; number <= orders; ++number) {
        const Order order{number, settings.seed + number};
        engine::Ran other = trial.run(order);
        if (!std::holds_alternative<engine::Finished>(other.outcome)) {
            report.stopped = {order.text(), std::move(other.outcome)};
            if (report.orders == 0) report.results.clear();
            return report;
        }
        report.orders = number;
        for (std::size_t k = 0; k < written.size(); ++k)
            take_in(report.results[k], ascending.tensors[written[k]], other.tensors[written[k]], order, agreement);
    }
    return report;
}

std::string text_of(const OrderReport& report, const SourceFile& source) {
    std::string text =
        fmt::format("orders: {} other{} of blocks, warps and threads\n", report.orders, report.orders == 1 ? "" : "s");
    for (const OrderReport::Result& result : report.results) {
        text += fmt::format("  {}: {}", result.parameter, spelling(result.robustness));
        if (result.worst)
            text += fmt::format(": {} is {} in ascending order and {} in {}",
                                element_text(result.parameter, result.worst->index, result.shape),
                                shown(result.element, result.worst->expected),
                                shown(result.element, result.worst->actual), in_words(result.order));
        text += "\n";
    }
    if (report.stopped)
        text += fmt::format("  {}: {}: {}\n",
                            report.stopped->order == ascending_order
                                ? "not known, since the ascending order does not finish"
                                : "ends otherwise in " + in_words(report.stopped->order),
                            engine::spelling(report.stopped->outcome), stopped_text(*report.stopped, source));
    return text;
}

Json json_of(const OrderReport& report, const SourceFile& source) {
    Json json{{"orders", report.orders}, {"results", Json::array()}};
    for (const OrderReport::Result& result : report.results) {
        Json entry{{"parameter", result.parameter}, {"robustness", spelling(result.robustness)}};
        if (result.worst) {
            entry["order"] = result.order;
            entry["index"] = subscripts(result.worst->index, result.shape);
            entry["ascending"] = io::value_text(result.element, result.worst->expected);
            entry["other"] = io::value_text(result.element, result.worst->actual);
        }
        json["results"].push_back(std::move(entry));
    }
    if (report.stopped)
        json["stopped"] = {{"order", report.stopped->order}, {"ended", io::json_of(report.stopped->outcome, source)}};
    return json;
}

}  // namespace phobos::tools
