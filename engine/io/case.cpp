// SPDX-License-Identifier: Apache-2.0
#include "engine/io/case.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include "engine/io/case_launch.h"
#include "engine/io/case_reader.h"
#include "lang/diagnostics/code.h"

namespace phobos::io {
namespace {

using diagnostics::Code;

constexpr std::string_view case_members[]{"id",       "language", "rules",  "features", "kind", "note",
                                          "twin",     "source",   "kernel", "lanes",    "set",  "warnings",
                                          "launches", "reject",   "fault",  "oracle"};
constexpr std::string_view warning_members[]{"code", "line"};
constexpr std::string_view reject_members[]{"phase", "code", "rule", "line", "notes", "mentions"};
constexpr std::string_view fault_members[]{"kind", "line", "block", "warp", "lanes", "values", "other"};
constexpr std::int64_t most_lines = std::numeric_limits<std::uint32_t>::max();

std::string read_id(const CaseValue& value) {
    std::string id = value.text();
    const auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    if (id.empty() || id.front() == '-' || !std::ranges::all_of(id, is_allowed))
        value.complain("an id has lower case letters, digits and '-'");
    return id;
}

/// "chapter-n"
void check_rule(const CaseValue& value) {
    const std::string rule = value.text();
    const std::size_t dash = rule.find('-');
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const bool has_number = dash != std::string::npos && dash > 0 && dash + 1 < rule.size() &&
                            std::all_of(rule.begin() + static_cast<std::ptrdiff_t>(dash) + 1, rule.end(), is_digit);
    if (!has_number) value.complain("a rule has the form chapter-n");
}

const diagnostics::CodeRow* read_code(const CaseValue& value) {
    const std::string code = value.text();
    for (const diagnostics::CodeRow& entry : diagnostics::code_rows)
        if (diagnostics::spelling(entry.code) == code) return &entry;
    value.complain(fmt::format("'{}' is no code", code));
    return nullptr;
}

std::uint32_t read_line(const CaseValue& value) { return static_cast<std::uint32_t>(value.integer(1, most_lines)); }

Phase phase_of(const diagnostics::CodeRow& code) {
    if (code.number < 300) return Phase::syntax;
    return code.number < 700 ? Phase::check : Phase::launch;
}

ExpectedReject read_reject(const CaseValue& value) {
    value.allow(reject_members);
    for (const std::string_view name : {"phase", "code", "rule"}) value.require(name);
    ExpectedReject reject{Phase::check, "", "", std::nullopt, {}, {}};
    if (const auto phase = value.find("phase")) reject.phase = static_cast<Phase>(phase->choice(case_phases));
    if (const auto rule = value.find("rule")) reject.rule = rule->text();
    if (const auto code = value.find("code")) {
        const diagnostics::CodeRow* const entry = read_code(*code);
        reject.code = code->text();
        if (entry != nullptr && phase_of(*entry) != reject.phase) code->complain("this code belongs to another phase");
        if (entry != nullptr && entry->rule != reject.rule)
            code->complain(fmt::format("this code enforces '{}', not '{}'", entry->rule, reject.rule));
    }
    const bool has_place = reject.phase != Phase::launch;
    if (has_place) value.require("line");
    if (const auto line = value.find("line")) reject.line = read_line(*line);
    if (const auto notes = value.find("notes"))
        for (const CaseValue& note : notes->list()) reject.notes.push_back(read_line(note));
    if (const auto mentions = value.find("mentions"))
        for (const CaseValue& mention : mentions->list()) reject.mentions.push_back(mention.text());
    if (!has_place && (value.has("line") || value.has("notes")))
        value.complain("a launch error has no line and no notes");
    return reject;
}

std::vector<int> read_fault_lanes(const CaseValue& value) {
    std::vector<int> lanes;
    const auto ranges = parse_ranges(value.text());
    if (!ranges) value.complain("ascending numbers and ranges are expected, as in \"0-3,17\"");
    for (const IndexRange& range : ranges.value_or(std::vector<IndexRange>()))
        for (std::uint64_t lane = range.first; lane <= std::min<std::uint64_t>(range.last, 63); ++lane)
            lanes.push_back(static_cast<int>(lane));
    return lanes;
}

ExpectedFault read_fault(const CaseValue& value) {
    value.allow(fault_members);
    value.require("kind");
    value.require("line");
    ExpectedFault fault{engine::FaultKind::out_of_bounds, 1, {}, {}, {}, {}, {}};
    std::vector<std::string_view> kinds;
    for (const engine::FaultRow& entry : engine::fault_rows) kinds.push_back(entry.spelling);
    if (const auto kind = value.find("kind")) fault.kind = engine::fault_rows[kind->choice(kinds)].kind;
    if (const auto line = value.find("line")) fault.line = read_line(*line);
    if (const auto other = value.find("other")) fault.other_line = read_line(*other);
    if (const auto warp = value.find("warp")) fault.warp = static_cast<int>(warp->integer(0, 1024));
    if (const auto lanes = value.find("lanes")) fault.lanes = read_fault_lanes(*lanes);
    if (const auto block = value.find("block")) {
        const std::vector<CaseValue> items = block->list();
        if (items.size() != 3) block->complain("three numbers are expected");
        if (items.size() == 3)
            fault.block = engine::Block{items[0].integer(0, most_lines), items[1].integer(0, most_lines),
                                        items[2].integer(0, most_lines)};
    }
    if (const auto values = value.find("values"))
        for (const CaseValue::Member& member : values->members()) {
            const Json& json = member.value.json();
            fault.values.emplace_back(member.name, json.is_string() ? member.value.text() : json.dump());
        }
    return fault;
}

void read_rules_and_features(const CaseValue& value, Case& result) {
    if (const auto rules = value.find("rules")) {
        for (const CaseValue& rule : rules->list()) {
            check_rule(rule);
            result.rules.push_back(rule.text());
        }
        if (result.rules.empty()) rules->complain("at least one rule is expected");
    }
    if (const auto features = value.find("features"))
        for (const CaseValue& feature : features->list())
            result.features.emplace_back(case_features[feature.choice(case_features)]);
}

void read_names(const CaseValue& value, Case& result) {
    const auto text_of = [&](std::string_view name) -> std::optional<std::string> {
        const auto member = value.find(name);
        return member ? std::optional<std::string>(member->text()) : std::nullopt;
    };
    if (const auto id = value.find("id")) result.id = read_id(*id);
    if (const auto note = value.find("note")) (void)note->text();
    result.twin = text_of("twin");
    result.source = text_of("source");
    result.kernel = text_of("kernel");
    result.oracle = text_of("oracle");
    for (const std::string_view name : {"source", "oracle"})
        if (const auto file = value.find(name); file && file->text().find('/') != std::string::npos)
            file->complain("a file of the same folder is expected");
}

/// What each kind has and has not.
void read_verdict(const CaseValue& value, Case& result) {
    const bool is_reject = result.kind == CaseKind::reject;
    const bool is_fault = result.kind == CaseKind::fault;
    for (const auto& [name, belongs] : {std::pair("reject", is_reject), std::pair("fault", is_fault)}) {
        if (belongs) value.require(name);
        if (!belongs && value.has(name)) value.complain(fmt::format("a case of this kind has no '{}'", name));
    }
    if (const auto reject = value.find("reject"); reject && is_reject) result.reject = read_reject(*reject);
    if (const auto fault = value.find("fault"); fault && is_fault) result.fault = read_fault(*fault);
    const bool is_launched =
        result.kind == CaseKind::run || is_fault || (result.reject && result.reject->phase == Phase::launch);
    if (is_launched) value.require("launches");
    const auto launches = value.find("launches");
    if (!launches) return;
    if (!is_launched) launches->complain("a case that is judged without a run has no launches");
    for (const CaseValue& launch : launches->list())
        result.launches.push_back(read_launch(launch, result.kind, result.lanes, result.settings));
    if (result.launches.empty()) launches->complain("at least one launch is expected");
}

Case read_case(const CaseValue& value) {
    value.allow(case_members);
    for (const std::string_view name : {"id", "language", "rules", "kind"}) value.require(name);
    Case result{};
    read_names(value, result);
    if (const auto language = value.find("language")) (void)language->integer(case_language, case_language);
    read_rules_and_features(value, result);
    if (const auto kind = value.find("kind")) result.kind = static_cast<CaseKind>(kind->choice(case_kinds));
    const auto lanes = value.find("lanes");
    result.lanes = lanes ? read_lanes(*lanes) : std::vector<int>{32, 64};
    if (const auto set = value.find("set"))
        result.settings = read_named_integers(*set, std::numeric_limits<std::int64_t>::min());
    if (const auto warnings = value.find("warnings")) {
        result.warnings.emplace();
        for (const CaseValue& warning : warnings->list()) {
            warning.allow(warning_members);
            for (const std::string_view name : warning_members) warning.require(name);
            const auto code = warning.find("code");
            const auto line = warning.find("line");
            if (!code || !line) continue;
            (void)read_code(*code);
            result.warnings->push_back({code->text(), read_line(*line)});
        }
    }
    read_verdict(value, result);
    return result;
}

}  // namespace

Result<Case, Error> parse_case(std::string_view text) {
    const std::optional<Json> json = parse_json(text);
    if (!json) return Failure{Error{Code::case_malformed, "the file is no JSON"}};
    Complaint complaint;
    Case result = read_case(CaseValue(*json, "", complaint));
    if (complaint.first()) return Failure{Error{Code::case_malformed, *complaint.first()}};
    return result;
}

std::optional<std::vector<IndexRange>> parse_ranges(std::string_view text) {
    std::vector<IndexRange> ranges;
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    const auto number = [&](std::uint64_t& value) {
        const std::from_chars_result read = std::from_chars(at, end, value);
        at = read.ptr;
        return read.ec == std::errc{};
    };
    while (true) {
        IndexRange range{0, 0};
        if (!number(range.first)) return std::nullopt;
        range.last = range.first;
        if (at != end && *at == '-') {
            ++at;
            if (!number(range.last)) return std::nullopt;
        }
        if (range.last < range.first || (!ranges.empty() && range.first <= ranges.back().last)) return std::nullopt;
        ranges.push_back(range);
        if (at == end) return ranges;
        if (*at != ',') return std::nullopt;
        ++at;
    }
}

}  // namespace phobos::io
