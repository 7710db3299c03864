// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "engine/io/outcome_json.h"
#include "lang/base/overloaded.h"
#include "spec-tests/protocol/fields.h"
#include "spec-tests/protocol/wire.h"

namespace phobos::protocol {
namespace {

using io::CaseValue;

constexpr std::array<std::string_view, 6> answers{"ok", "rejected", "trapped", "skipped", "limit", "errored"};
enum class Kind : std::uint8_t { ok, rejected, trapped, skipped, limit, errored };

constexpr std::array<std::string_view, 4> limits{"steps", "memory", "time", "shared"};
constexpr auto fault_kinds = [] {
    std::array<std::string_view, engine::fault_rows.size()> words{};
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = engine::fault_rows[i].spelling;
    return words;
}();

/// Complains of members that are neither these nor of every answer nor of the implementation's own: x-...
void allow(const CaseValue& value, std::span<const std::string_view> names) {
    std::vector<std::string_view> all{"seq", "answer"};
    all.insert(all.end(), names.begin(), names.end());
    if (!value.is_object()) return value.complain("an object is expected");
    for (const auto& [name, member] : value.json().items())
        if (name.starts_with("x-")) all.push_back(name);
    value.allow(all);
}

// Of the words that an answer is written in.

Json json_of(const std::vector<io::ExpectedWarning>& warnings) {
    Json list = Json::array();
    for (const io::ExpectedWarning& warning : warnings)
        list.push_back({{"code", warning.code}, {"line", warning.line}});
    return list;
}

Json json_of(const Capabilities& capabilities) {
    Json json{{"answer", "ok"},
              {"protocol", capabilities.protocol},
              {"language", io::case_language},
              {"name", capabilities.name},
              {"version", capabilities.version}};
    if (capabilities.lanes) json["lanes"] = *capabilities.lanes;
    if (capabilities.features) json["features"] = *capabilities.features;
    json["faults"] = Json::array();
    for (const engine::FaultKind kind : capabilities.faults) json["faults"].push_back(row(kind).spelling);
    Json most = Json::object();
    if (capabilities.most_threads) most["threads"] = *capabilities.most_threads;
    if (capabilities.most_blocks) most["blocks"] = *capabilities.most_blocks;
    if (capabilities.most_buffer_bytes) most["buffer_bytes"] = *capabilities.most_buffer_bytes;
    if (!most.empty()) json["limits"] = std::move(most);
    return json;
}

Json json_of(const StatedError& error) {
    Json json = Json::object();
    if (error.code) json["code"] = *error.code;
    if (error.rule) json["rule"] = *error.rule;
    if (error.line) json["line"] = *error.line;
    if (error.notes) json["notes"] = *error.notes;
    if (!error.message.empty()) json["message"] = error.message;
    return json;
}

Json json_of(const Rejected& rejected) {
    Json json{{"answer", "rejected"}, {"phase", io::case_phases[static_cast<std::size_t>(rejected.phase)]}};
    if (!rejected.errors.empty()) json["errors"] = Json::array();
    for (const StatedError& error : rejected.errors) json["errors"].push_back(json_of(error));
    if (!rejected.message.empty()) json["message"] = rejected.message;
    return json;
}

Json json_of(const Finished& finished) {
    Json json{{"answer", "ok"}};
    if (finished.warnings) json["warnings"] = json_of(*finished.warnings);
    json["buffers"] = Json::array();
    for (const Buffer& buffer : finished.buffers) json["buffers"].push_back(protocol::json_of(buffer));
    if (!finished.damaged.empty()) json["damaged"] = finished.damaged;
    return json;
}

Json json_of(const Trapped& trapped) {
    Json json{{"answer", "trapped"}, {"kind", row(trapped.kind).spelling}};
    if (trapped.line) json["line"] = *trapped.line;
    if (trapped.block) json["block"] = {trapped.block->x, trapped.block->y, trapped.block->z};
    if (trapped.warp) json["warp"] = *trapped.warp;
    if (trapped.lanes) json["lanes"] = io::ranges_text(*trapped.lanes);
    if (!trapped.values.empty()) json["values"] = Json::object();
    for (const auto& [name, value] : trapped.values) json["values"][name] = value;
    if (trapped.other_line) json["other"] = *trapped.other_line;
    if (!trapped.message.empty()) json["message"] = trapped.message;
    return json;
}

Json json_of(const Limited& limited) {
    return {{"answer", "limit"}, {"limit", spelling(limited.kind)}, {"message", limited.message}};
}
Json json_of(const Accepted& accepted) {
    Json json{{"answer", "ok"}};
    if (accepted.warnings) json["warnings"] = json_of(*accepted.warnings);
    return json;
}
Json json_of(const Skipped& skipped) { return {{"answer", "skipped"}, {"message", skipped.message}}; }
Json json_of(const Errored& errored) { return {{"answer", "errored"}, {"message", errored.message}}; }

// Of reading them.

std::optional<std::vector<io::ExpectedWarning>> warnings_of(const CaseValue& value) {
    const auto list = value.find("warnings");
    if (!list) return std::nullopt;
    constexpr std::array<std::string_view, 3> members{"code", "line", "message"};
    std::vector<io::ExpectedWarning> warnings;
    for (const CaseValue& item : list->list()) {
        item.allow(members);
        item.require("code");
        item.require("line");
        warnings.push_back({text_of(item, "code"), line_number_of(item, "line").value_or(0)});
    }
    return warnings;
}

std::optional<std::uint64_t> limit_of(const CaseValue& most, std::string_view name) {
    const auto value = most.find(name);
    if (!value) return std::nullopt;
    return static_cast<std::uint64_t>(value->integer(1, most_integer));
}

std::vector<int> widths_of(const CaseValue& value) {
    std::vector<int> widths;
    for (const CaseValue& item : value.list()) {
        const auto width = static_cast<int>(item.integer(32, 64));
        if (width != 32 && width != 64) item.complain("32 or 64 is expected");
        widths.push_back(width);
    }
    if (widths.empty()) value.complain("at least one width is expected");
    return widths;
}

Capabilities capabilities_of(const CaseValue& value, const HelloRequest& hello) {
    constexpr std::array<std::string_view, 8> members{"protocol", "language", "name",   "version",
                                                      "lanes",    "features", "faults", "limits"};
    allow(value, members);
    for (const std::string_view name : {"protocol", "language", "name"}) value.require(name);
    const auto protocol = value.find("protocol");
    const std::int64_t version = protocol ? protocol->integer(1, most_version) : hello.newest;
    if (protocol && (version < hello.oldest || version > hello.newest))
        protocol->complain(fmt::format("protocol is version {} to {} here", hello.oldest, hello.newest));
    const auto language = value.find("language");
    if (language && language->integer(1, most_integer) != io::case_language)
        language->complain(fmt::format("language is version {} here", io::case_language));
    Capabilities capabilities{text_of(value, "name"), text_of(value, "version"), {}, {}, {}, {}, {}, {}};
    capabilities.protocol = static_cast<int>(version);
    if (const auto lanes = value.find("lanes")) capabilities.lanes = widths_of(*lanes);
    if (const auto features = value.find("features")) {
        capabilities.features.emplace();
        for (const CaseValue& feature : features->list())
            capabilities.features->emplace_back(io::case_features[feature.choice(io::case_features)]);
    }
    if (const auto faults = value.find("faults"))
        for (const CaseValue& fault : faults->list())
            capabilities.faults.push_back(static_cast<engine::FaultKind>(fault.choice(fault_kinds)));
    if (const auto most = value.find("limits")) {
        constexpr std::array<std::string_view, 3> names{"threads", "blocks", "buffer_bytes"};
        most->allow(names);
        capabilities.most_threads = limit_of(*most, "threads");
        capabilities.most_blocks = limit_of(*most, "blocks");
        capabilities.most_buffer_bytes = limit_of(*most, "buffer_bytes");
    }
    return capabilities;
}

Finished finished_of(const CaseValue& value, const RunRequest& run) {
    constexpr std::array<std::string_view, 4> members{"buffers", "damaged", "warnings", "message"};
    allow(value, members);
    value.require("buffers");
    Finished finished{warnings_of(value), {}, {}};
    if (const auto damaged = value.find("damaged")) finished.damaged = texts_of(*damaged);
    const auto buffers = value.find("buffers");
    if (!buffers) return finished;
    const auto list = buffers->list();
    if (list.size() != run.buffers.size())
        return buffers->complain(fmt::format("{} buffers are expected, there are {}", run.buffers.size(), list.size())),
               finished;
    for (std::size_t i = 0; i < list.size(); ++i) {
        finished.buffers.push_back(buffer_of(list[i]));
        const std::size_t expected = run.buffers[i].bytes.size();
        if (finished.buffers[i].bytes.size() != expected)
            list[i].complain(
                fmt::format("{} bytes are expected, there are {}", expected, finished.buffers[i].bytes.size()));
    }
    return finished;
}

Accepted accepted_of(const CaseValue& value) {
    constexpr std::array<std::string_view, 2> members{"warnings", "message"};
    allow(value, members);
    return {warnings_of(value)};
}

StatedError error_of(const CaseValue& value) {
    constexpr std::array<std::string_view, 5> members{"code", "rule", "line", "notes", "message"};
    value.allow(members);
    StatedError error{{}, {}, line_number_of(value, "line"), {}, text_of(value, "message")};
    if (const auto code = value.find("code")) error.code = code->text();
    if (const auto rule = value.find("rule")) error.rule = rule->text();
    if (const auto notes = value.find("notes")) {
        error.notes.emplace();
        for (const CaseValue& note : notes->list())
            error.notes->push_back(static_cast<std::uint32_t>(note.integer(1, most_line)));
    }
    return error;
}

Rejected rejected_of(const CaseValue& value) {
    constexpr std::array<std::string_view, 3> members{"phase", "errors", "message"};
    allow(value, members);
    value.require("phase");
    Rejected rejected{io::Phase::check, {}, text_of(value, "message")};
    if (const auto phase = value.find("phase")) rejected.phase = static_cast<io::Phase>(phase->choice(io::case_phases));
    if (const auto errors = value.find("errors"))
        for (const CaseValue& error : errors->list()) rejected.errors.push_back(error_of(error));
    return rejected;
}

std::optional<std::vector<int>> lanes_of(const CaseValue& value) {
    const auto text = value.find("lanes");
    if (!text) return std::nullopt;
    const auto ranges = io::parse_ranges(text->text());
    if (!ranges || (!ranges->empty() && ranges->back().last > 63))
        return text->complain("ranges of lanes are expected, as in 0-3,17"), std::nullopt;
    std::vector<int> lanes;
    for (const io::IndexRange& range : *ranges)
        for (std::uint64_t lane = range.first; lane <= range.last; ++lane) lanes.push_back(static_cast<int>(lane));
    return lanes;
}

/// Texts as they are, numbers as JSON has them.
std::string value_text(const CaseValue& value) {
    if (value.is_text()) return value.text();
    if (value.json().is_number() || value.json().is_boolean()) return value.json().dump();
    return value.complain("a number, a text, true or false is expected"), "";
}

Trapped trapped_of(const CaseValue& value) {
    constexpr std::array<std::string_view, 8> members{"kind",  "line",   "block", "warp",
                                                      "lanes", "values", "other", "message"};
    allow(value, members);
    value.require("kind");
    Trapped trapped{engine::FaultKind::out_of_bounds, line_number_of(value, "line"), {}, {}, lanes_of(value), {},
                    line_number_of(value, "other"),   text_of(value, "message")};
    if (const auto kind = value.find("kind")) trapped.kind = static_cast<engine::FaultKind>(kind->choice(fault_kinds));
    if (const auto warp = value.find("warp")) trapped.warp = static_cast<int>(warp->integer(0, 1 << 20));
    if (const auto block = value.find("block")) {
        const auto index = block->list();
        if (index.size() != 3) return block->complain("three indices are expected"), trapped;
        trapped.block = engine::Block{index[0].integer(0, most_integer), index[1].integer(0, most_integer),
                                      index[2].integer(0, most_integer)};
    }
    if (const auto values = value.find("values"))
        for (const auto& [name, member] : values->members()) trapped.values.emplace_back(name, value_text(member));
    return trapped;
}

template <class Message>
Message message_of(const CaseValue& value) {
    constexpr std::array<std::string_view, 1> members{"message"};
    allow(value, members);
    value.require("message");
    return {text_of(value, "message")};
}

Limited limited_of(const CaseValue& value) {
    constexpr std::array<std::string_view, 2> members{"limit", "message"};
    allow(value, members);
    value.require("limit");
    const auto limit = value.find("limit");
    return {limit ? static_cast<engine::LimitKind>(limit->choice(limits)) : engine::LimitKind::steps,
            text_of(value, "message")};
}

/// What the word means in the answer to this request.
decltype(Answer::what) content_of(Kind kind, const CaseValue& value, const Request& request) {
    const auto* run = std::get_if<RunRequest>(&request.what);
    const bool judges = run != nullptr || std::holds_alternative<CheckRequest>(request.what);
    switch (kind) {
        case Kind::ok:
            if (const auto* hello = std::get_if<HelloRequest>(&request.what)) return capabilities_of(value, *hello);
            if (run != nullptr) return finished_of(value, *run);
            return accepted_of(value);
        case Kind::rejected:
            if (judges) return rejected_of(value);
            break;
        case Kind::trapped:
            if (run != nullptr) return trapped_of(value);
            break;
        case Kind::skipped:
            if (judges) return message_of<Skipped>(value);
            break;
        case Kind::limit:
            if (judges) return limited_of(value);
            break;
        case Kind::errored: return message_of<Errored>(value);
    }
    value.complain(fmt::format("'{}' is no answer to this request", answers[static_cast<std::size_t>(kind)]));
    return Errored{};
}

}  // namespace

std::string line_of(const Answer& answer) {
    Json json{{"seq", nullptr}};
    if (answer.seq) json["seq"] = *answer.seq;
    json.update(std::visit([](const auto& what) { return json_of(what); }, answer.what));
    return line_of(json);
}

Result<Answer, std::string> parse_answer(std::string_view line, const Request& request) {
    const auto json = parse_json(line);
    if (!json) return Failure{std::string("it is no JSON value")};
    io::Complaint complaint;
    const CaseValue value(*json, "", complaint);
    if (!value.is_object()) return Failure{std::string("it is no JSON object")};
    if (seq_of(*json) != request.seq)
        return Failure{fmt::format("/seq: {} is expected, as in the request", request.seq)};
    value.require("answer");
    const auto word = value.find("answer");
    const Kind kind = word ? static_cast<Kind>(word->choice(answers)) : Kind::errored;
    if (complaint.first()) return Failure{*complaint.first()};
    Answer answer{request.seq, content_of(kind, value, request)};
    if (complaint.first()) return Failure{*complaint.first()};
    return answer;
}

}  // namespace phobos::protocol
