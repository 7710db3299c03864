// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/base/json.h"
#include "lang/source/source_file.h"
#include "lang/source/span.h"

namespace phobos {

/// `line` and `column`.
inline Json json_of(const Position& position) { return {{"line", position.line}, {"column", position.column}}; }

/// A range of a source: where it begins and ends, by lines and columns and by bytes.
inline Json json_of(const SourceFile& source, Span span) {
    const Position end = source.position(span.end);
    Json json = json_of(source.position(span.begin));
    json.update(
        {{"end_line", end.line}, {"end_column", end.column}, {"begin_byte", span.begin}, {"end_byte", span.end}});
    return json;
}

}  // namespace phobos
