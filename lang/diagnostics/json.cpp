// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/json.h"

#include <utility>

#include "lang/base/json.h"
#include "lang/source/json.h"

namespace phobos::diagnostics {
namespace {

Json json_of_place(const SourceFile& source, Span span) {
    Json json{{"file", source.name()}};
    json.update(phobos::json_of(source, span));
    return json;
}

Json json_of(const Note& note, const SourceFile& source) {
    Json json{{"message", note.text}};
    json.update(json_of_place(source, note.span));
    return json;
}

Json json_of(const Fix& fix, const SourceFile& source) {
    Json json{{"message", fix.text}, {"replacement", fix.replacement}};
    json.update(json_of_place(source, fix.span));
    return json;
}

Json json_of(const Diagnostic& diagnostic, const SourceFile& source) {
    const CodeRow& code = row(diagnostic.code);
    Json json{{"code", spelling(diagnostic.code)},
              {"name", code.name},
              {"severity", spelling(code.severity)},
              {"rule", code.rule},
              {"message", diagnostic.message}};
    json.update(json_of_place(source, diagnostic.span));
    json["notes"] = Json::array();
    for (const Note& note : diagnostic.notes) json["notes"].push_back(json_of(note, source));
    json["fix"] = diagnostic.fix ? json_of(*diagnostic.fix, source) : Json();
    return json;
}

}  // namespace

std::string to_json(std::span<const Findings> files) {
    Json diagnostics = Json::array();
    Counts total;
    bool is_truncated = false;
    for (const Findings& file : files) {
        for (const Diagnostic& diagnostic : file.list.in_order()) {
            diagnostics.push_back(json_of(diagnostic, file.source));
        }
        const Counts counts = file.list.counts();
        total.errors += counts.errors;
        total.warnings += counts.warnings;
        total.hints += counts.hints;
        is_truncated = is_truncated || file.list.is_truncated();
    }
    return json_text({{"diagnostics", std::move(diagnostics)},
                      {"errors", total.errors},
                      {"warnings", total.warnings},
                      {"hints", total.hints},
                      {"truncated", is_truncated}}) +
           '\n';
}

}  // namespace phobos::diagnostics
