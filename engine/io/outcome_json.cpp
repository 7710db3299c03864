// SPDX-License-Identifier: Apache-2.0
#include "engine/io/outcome_json.h"

#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "engine/io/value_text.h"
#include "lang/base/overloaded.h"
#include "lang/source/json.h"

namespace phobos::io {
namespace {

using engine::FaultValue;
using engine::Place;

/// JSON has no infinities and no NaN: these are texts.
Json json_of(const FaultValue& value) {
    if (value.type == ScalarType::boolean) return value.bits.bits != 0;
    if (!is_float(value.type)) return integer_of(value.type, value.bits);
    const double number = f64_of(value.type, value.bits);
    if (!std::isfinite(number)) return value_text(value.type, value.bits);
    return number;
}

Json json_of(const Place& place, const SourceFile& source) {
    Json json = json_of(source.position(place.span.begin));
    json["block"] = {place.block.x, place.block.y, place.block.z};
    json["warp"] = place.warp;
    json["lanes"] = lanes_of(place.lanes);
    return json;
}

Json json_of(const engine::Trapped& trapped, const SourceFile& source) {
    Json json{{"outcome", "trapped"},
              {"code", diagnostics::spelling(row(trapped.kind).code)},
              {"kind", row(trapped.kind).spelling},
              {"file", source.name()}};
    json.update(json_of(trapped.place, source));
    json["values"] = Json::object();
    for (const FaultValue& value : trapped.values) json["values"][value.name] = json_of(value);
    if (!trapped.others.empty()) {
        json["accesses"] = Json::array({json_of(trapped.place, source)});
        for (const Place& other : trapped.others) json["accesses"].push_back(json_of(other, source));
    }
    json["message"] = trapped.message;
    return json;
}

Json json_of(const engine::LevelViolation& violation, const SourceFile& source) {
    Json json{{"outcome", "level-violation"}, {"file", source.name()}};
    json.update(json_of(violation.place, source));
    json["message"] = violation.message;
    return json;
}

}  // namespace

Json json_of(const engine::Outcome& outcome, const SourceFile& source) {
    return std::visit(
        Overloaded{
            [](const engine::Finished& finished) { return Json{{"outcome", "finished"}, {"steps", finished.steps}}; },
            [&](const engine::Trapped& trapped) { return json_of(trapped, source); },
            [](const engine::LaunchError& error) {
                return Json{{"outcome", "launch-error"},
                            {"code", diagnostics::spelling(error.code)},
                            {"message", error.message}};
            },
            [](const engine::Limited& limited) {
                return Json{{"outcome", "limit"}, {"limit", spelling(limited.kind)}, {"message", limited.message}};
            },
            [](const engine::Unsupported& unsupported) {
                return Json{
                    {"outcome", "unsupported"}, {"construct", unsupported.construct}, {"message", unsupported.message}};
            },
            [](const engine::Failed& failed) {
                return Json{{"outcome", "failed"}, {"stage", failed.stage}, {"message", failed.message}};
            },
            [&](const engine::LevelViolation& violation) { return json_of(violation, source); }},
        outcome);
}

std::vector<int> lanes_of(std::uint64_t mask) {
    std::vector<int> lanes;
    for (int lane = 0; lane < 64; ++lane)
        if ((mask >> lane & 1) != 0) lanes.push_back(lane);
    return lanes;
}

std::string ranges_text(const std::vector<int>& ascending) {
    std::string text;
    for (std::size_t first = 0; first < ascending.size();) {
        std::size_t last = first;
        while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
        if (!text.empty()) text += ',';
        text += last == first ? fmt::format("{}", ascending[first])
                              : fmt::format("{}-{}", ascending[first], ascending[last]);
        first = last + 1;
    }
    return text;
}

}  // namespace phobos::io
