// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lang/source/source_file.h"
#include "lang/source/span.h"

namespace phobos::emit {

/// A line of the text without its indentation.
struct Line {
    std::string text;
    int depth = 0;                  ///< braces around it
    std::uint32_t source_line = 0;  ///< 0 where there is none, and of closing braces
};

/// Lines and the line of the source each carries out.
struct WrittenText {
    std::string text;
    std::vector<std::uint32_t> lines;
};

/// Collects the lines of a text. Comments with lines of the source and #line are put in at the end.
class Writer {
public:
    explicit Writer(const SourceFile* source) : source_(source) {}

    /// What is written from now on carries out the source's line at the span's begin. Gives the line from before, for
    /// `restore`.
    std::uint32_t enter(Span span);
    void restore(std::uint32_t source_line) { source_line_ = source_line; }

    void line(std::string text) { lines_.push_back({std::move(text), depth_, source_line_}); }
    /// A line that ends with an opening brace, the end of what it opened (`}`, `}();`), and one that is both.
    void open(std::string text);
    void close(std::string text = "}");
    void reopen(std::string text);

    /// How much is written so far; `take` moves what has been written since out, `append` puts it in at the depth of
    /// now.
    [[nodiscard]] std::size_t mark() const { return lines_.size(); }
    [[nodiscard]] std::vector<Line> take(std::size_t mark);
    void append(std::vector<Line> lines);

    [[nodiscard]] WrittenText finish() const;

private:
    const SourceFile* source_;
    std::vector<Line> lines_;
    int depth_ = 0;
    std::uint32_t source_line_ = 0;
};

}  // namespace phobos::emit
