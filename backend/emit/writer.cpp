// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/writer.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <utility>

#include "lang/base/assert.h"

namespace phobos::emit {
namespace {

constexpr std::string_view spaces = " \t\v\f";

/// A line of the source, fit for a comment of one line.
std::string_view comment_text(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(spaces);
    if (begin == std::string_view::npos) return {};
    const std::size_t last = line.find_last_not_of(" \t\v\f\r\\");  // a backslash would continue the comment
    return last == std::string_view::npos || last < begin ? std::string_view{} : line.substr(begin, last + 1 - begin);
}

std::string quoted(std::string_view name) {
    std::string result;
    for (const char c : name) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < ' ' ? '?' : c;  // a line break would end the directive
    }
    return result;
}

class Finisher {
public:
    explicit Finisher(const SourceFile* source) : source_(source) {}

    void put(const Line& line) {
        if (source_ != nullptr && line.source_line != 0) place(line);
        raw(std::string(static_cast<std::size_t>(line.depth) * 4, ' ') + line.text, line.source_line);
        ++next_line_;
    }

    [[nodiscard]] WrittenText result() && { return std::move(result_); }

private:
    /// #line where the compiler would count differently, with the source's line as a comment where that is another one
    /// than before.
    void place(const Line& line) {
        const bool is_other = line.source_line != commented_;
        if (!is_other && line.source_line == next_line_) return;
        raw(fmt::format("#line {} \"{}\"{}", line.source_line, quoted(source_->name()),
                        is_other ? fmt::format("  // {}", comment_text(source_->line_text(line.source_line))) : ""),
            line.source_line);
        commented_ = line.source_line;
        next_line_ = line.source_line;
    }

    void raw(std::string_view text, std::uint32_t source_line) {
        result_.text += text;
        result_.text += '\n';
        result_.lines.push_back(source_line);
    }

    const SourceFile* source_;
    WrittenText result_;
    std::uint32_t commented_ = 0;
    std::uint32_t next_line_ = 0;  ///< what the compiler takes the next line for, once there was a #line
};

}  // namespace

std::uint32_t Writer::enter(Span span) {
    return std::exchange(source_line_, source_ == nullptr ? 0 : source_->position(span.begin).line);
}

void Writer::open(std::string text) {
    line(std::move(text));
    ++depth_;
}

void Writer::close(std::string text) {
    PHOBOS_ASSERT(depth_ > 0);
    --depth_;
    lines_.push_back({std::move(text), depth_, 0});
}

void Writer::reopen(std::string text) {
    PHOBOS_ASSERT(depth_ > 0);
    lines_.push_back({std::move(text), depth_ - 1, source_line_});
}

std::vector<Line> Writer::take(std::size_t mark) {
    const auto first = lines_.begin() + static_cast<std::ptrdiff_t>(mark);
    std::vector<Line> taken(std::make_move_iterator(first), std::make_move_iterator(lines_.end()));
    lines_.erase(first, lines_.end());
    for (Line& line : taken) line.depth -= depth_;
    return taken;
}

void Writer::append(std::vector<Line> lines) {
    for (Line& line : lines) {
        line.depth += depth_;
        lines_.push_back(std::move(line));
    }
}

WrittenText Writer::finish() const {
    Finisher finisher(source_);
    for (const Line& line : lines_) finisher.put(line);
    return std::move(finisher).result();
}

}  // namespace phobos::emit
