// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/tally.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace phobos::tools {
namespace {

constexpr std::array<std::string_view, 5> oracle_names{
    fuzz::spelling(fuzz::Oracle::print_parse), fuzz::spelling(fuzz::Oracle::levels),
    fuzz::spelling(fuzz::Oracle::agreement), fuzz::spelling(fuzz::Oracle::survival),
    fuzz::spelling(fuzz::Oracle::refusal)};

Json json_of(const Found& found) {
    const fuzz::Signature& signature = found.finding.signature;
    return {{"seed", found.seed},       {"oracle", fuzz::spelling(signature.oracle)},
            {"way", signature.way},     {"kind", signature.kind},
            {"where", signature.where}, {"text", found.finding.text},
            {"case", found.name},       {"toggles", found.toggles}};
}

std::optional<Found> found_of(const Json& json) {
    if (!json.is_object() || !json.contains("seed") || !json["seed"].is_number_unsigned()) return std::nullopt;
    for (const char* member : {"oracle", "way", "kind", "where", "text", "case"})
        if (!json.contains(member) || !json[member].is_string()) return std::nullopt;
    const auto oracle = std::ranges::find(oracle_names, json["oracle"].get<std::string>());
    if (oracle == oracle_names.end()) return std::nullopt;
    Found found;
    found.seed = json["seed"];
    found.finding.signature = {static_cast<fuzz::Oracle>(oracle - oracle_names.begin()), json["way"], json["kind"],
                               json["where"]};
    found.finding.text = json["text"];
    found.name = json["case"];
    if (json.contains("toggles") && json["toggles"].is_string()) found.toggles = json["toggles"];
    return found;
}

}  // namespace

std::uint64_t Tally::cases() const { return std::accumulate(fates.begin(), fates.end(), std::uint64_t{0}); }

void Tally::add(const Tally& other) {
    for (std::size_t i = 0; i < fates.size(); ++i) fates[i] += other.fates[i];
    for (const auto& [way, count] : other.silent) silent[way] += count;
    for (const auto& [way, count] : other.formless) formless[way] += count;
    mix.add(other.mix);
    found.insert(found.end(), other.found.begin(), other.found.end());
}

Json json_of(const Tally& tally) {
    Json json = Json::object();
    for (std::size_t i = 0; i < tally.fates.size(); ++i) json[fuzz::fate_names[i]] = tally.fates[i];
    json["silent"] = tally.silent;
    json["formless"] = tally.formless;
    json["mix"] = tally.mix.json();
    json["findings"] = Json::array();
    for (const Found& found : tally.found) json["findings"].push_back(json_of(found));
    return json;
}

std::optional<Tally> tally_of(const Json& json) {
    Tally tally;
    for (std::size_t i = 0; i < tally.fates.size(); ++i) {
        const std::string name(fuzz::fate_names[i]);
        if (!json.contains(name) || !json[name].is_number_unsigned()) return std::nullopt;
        tally.fates[i] = json[name];
    }
    for (const char* member : {"silent", "formless", "mix", "findings"})
        if (!json.contains(member)) return std::nullopt;
    auto silent = fuzz::counts_of(json["silent"]);
    auto formless = fuzz::counts_of(json["formless"]);
    if (!silent || !formless || !json["mix"].is_object() || !json["findings"].is_array()) return std::nullopt;
    tally.silent = *std::move(silent);
    tally.formless = *std::move(formless);
    auto mix = fuzz::Mix::of(json["mix"]);
    if (!mix) return std::nullopt;
    tally.mix = *std::move(mix);
    for (const Json& each : json["findings"]) {
        auto found = found_of(each);
        if (!found) return std::nullopt;
        tally.found.push_back(*std::move(found));
    }
    return tally;
}

std::string rates_text(const Tally& tally) {
    std::string text;
    const double cases = std::max<double>(1, static_cast<double>(tally.cases()));
    for (std::size_t i = 0; i < tally.fates.size(); ++i)
        text += fmt::format("{}{} {:.1f} %", i == 0 ? "" : ", ", fuzz::fate_names[i],
                            100 * static_cast<double>(tally.fates[i]) / cases);
    return text;
}

std::string findings_text(const Tally& tally) {
    std::map<fuzz::Signature, std::string> known;
    for (const Found& found : tally.found)
        if (!found.toggles.empty()) known.try_emplace(found.finding.signature, found.toggles);
    std::map<std::pair<fuzz::Signature, std::string>, std::vector<const Found*>> by_key;
    for (const Found& found : tally.found) {
        const fuzz::Signature& signature = found.finding.signature;
        by_key[{signature, found.toggles.empty() ? known[signature] : found.toggles}].push_back(&found);
    }
    std::string text;
    for (const auto& [key, all] : by_key) {
        const auto& [signature, toggles] = key;
        if (!toggles.empty()) text += fmt::format("{}\n  ", toggles);
        const Found& first = **std::ranges::min_element(all, {}, [](const Found* found) { return found->seed; });
        text += fmt::format("{} ({} cases, the first {}): {}\n", fuzz::spelling(signature), all.size(), first.name,
                            first.finding.text);
    }
    return text;
}

}  // namespace phobos::tools
