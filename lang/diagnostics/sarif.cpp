// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/sarif.h"

#include <fmt/core.h>

#include <array>
#include <utility>

#include "lang/base/json.h"

namespace phobos::diagnostics {
namespace {

std::string_view level_of(Severity severity) {
    constexpr std::array<std::string_view, 3> levels{"error", "warning", "note"};
    return levels.at(static_cast<std::size_t>(severity));
}

/// A path as a URI reference: absolute ones get a scheme, every byte that a URI may not hold is a percent code.
std::string uri_of(std::string_view path) {
    constexpr std::string_view kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    std::string uri(path.starts_with('/') ? "file://" : "");
    for (const char byte : path) {
        if (kept.find(byte) != std::string_view::npos) {
            uri += byte;
        } else {
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
        }
    }
    return uri;
}

Json message_of(std::string_view text) { return {{"text", text}}; }

Json artifact_of(const SourceFile& source) { return {{"uri", uri_of(source.name())}}; }

Json region_of(const SourceFile& source, Span span) {
    const Position begin = source.position(span.begin);
    const Position end = source.position(span.end);
    return {{"startLine", begin.line},
            {"startColumn", begin.utf16_column},
            {"endLine", end.line},
            {"endColumn", end.utf16_column}};
}

Json location_of(const SourceFile& source, Span span) {
    return {{"physicalLocation", {{"artifactLocation", artifact_of(source)}, {"region", region_of(source, span)}}}};
}

Json rule_of(const CodeRow& code) {
    Json rule{{"id", spelling(code.code)},
              {"name", code.name},
              {"shortDescription", message_of(code.summary)},
              {"defaultConfiguration", {{"level", level_of(code.severity)}}}};
    if (!code.rule.empty()) rule["properties"] = {{"rule", code.rule}};
    return rule;
}

Json fix_of(const Fix& fix, const SourceFile& source) {
    const Json replacement{{"deletedRegion", region_of(source, fix.span)},
                           {"insertedContent", message_of(fix.replacement)}};
    const Json change{{"artifactLocation", artifact_of(source)}, {"replacements", Json::array({replacement})}};
    return {{"description", message_of(fix.text)}, {"artifactChanges", Json::array({change})}};
}

Json result_of(const Diagnostic& diagnostic, const SourceFile& source) {
    const CodeRow& code = row(diagnostic.code);
    Json result{{"ruleId", spelling(diagnostic.code)},
                {"ruleIndex", &code - code_rows.data()},
                {"level", level_of(code.severity)},
                {"message", message_of(diagnostic.message)},
                {"locations", Json::array({location_of(source, diagnostic.span)})}};
    if (!diagnostic.notes.empty()) {
        Json related = Json::array();
        for (const Note& note : diagnostic.notes) {
            Json location{{"id", related.size() + 1}};
            location.update(location_of(source, note.span));
            location["message"] = message_of(note.text);
            related.push_back(std::move(location));
        }
        result["relatedLocations"] = std::move(related);
    }
    if (diagnostic.fix) result["fixes"] = Json::array({fix_of(*diagnostic.fix, source)});
    return result;
}

}  // namespace

std::string to_sarif(std::span<const Findings> files, const ToolName& tool) {
    Json rules = Json::array();
    for (const CodeRow& code : code_rows) rules.push_back(rule_of(code));
    Json results = Json::array();
    for (const Findings& file : files) {
        for (const Diagnostic& diagnostic : file.list.in_order()) {
            results.push_back(result_of(diagnostic, file.source));
        }
    }
    const Json driver{{"name", tool.name}, {"version", tool.version}, {"rules", std::move(rules)}};
    const Json run{{"tool", {{"driver", driver}}}, {"columnKind", "utf16CodeUnits"}, {"results", std::move(results)}};
    const Json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", Json::array({run})}};
    return json_text(log) + '\n';
}

}  // namespace phobos::diagnostics
