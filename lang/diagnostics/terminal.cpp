// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/terminal.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "lang/diagnostics/excerpt.h"
#include "lang/source/unicode.h"

namespace phobos::diagnostics {
namespace {

enum class Style : std::uint8_t { plain, heading, error, warning, note, help, gutter };

std::string_view escape_of(Style style) {
    constexpr std::array<std::string_view, 7> escapes{"\x1b[0m",    "\x1b[1m",    "\x1b[1;31m", "\x1b[1;35m",
                                                      "\x1b[1;36m", "\x1b[1;32m", "\x1b[1;34m"};
    return escapes.at(static_cast<std::size_t>(style));
}

Style style_of(Severity severity) {
    constexpr std::array styles{Style::error, Style::warning, Style::note};
    return styles.at(static_cast<std::size_t>(severity));
}

/// A line under the heading: a source line with its number and what stands under it.
struct Numbered {
    std::uint32_t line = 0;
    Excerpt excerpt;
};

/// Writes one diagnostic part by part.
class Writer {
public:
    Writer(const SourceFile& source, Color color)
        : source_(source),
          color_(color),
          number_width_(std::max<std::size_t>(4, fmt::formatted_size("{}", source.line_count()))) {}

    void heading(std::uint32_t offset, Style style, std::string_view label, std::string_view message) {
        const Position position = source_.position(offset);
        put(Style::heading, fmt::format("{}:{}:{}: ", printable(source_.name()), position.line, position.column));
        sentence(style, label, message);
    }

    void sentence(Style style, std::string_view label, std::string_view message) {
        put(style, fmt::format("{}: ", label));
        put(Style::heading, printable(message));
        text_ += '\n';
    }

    /// The lines a span covers: the first and, of a longer span, the last.
    void lines_of(Span span, Style style) {
        const std::uint32_t end = span.end > span.begin ? span.end - 1 : span.begin;
        const std::uint32_t first = source_.position(span.begin).line;
        const std::uint32_t last = std::max(first, source_.position(end).line);
        numbered({first, excerpt(source_.line_text(first), mark_in(first, span))}, style);
        if (last == first) return;
        if (last > first + 1) gutter("...", "");
        Mark mark = mark_in(last, span);
        mark.head = mark.tail;
        numbered({last, excerpt(source_.line_text(last), mark)}, style);
    }

    /// The lines as a fix leaves them, with what is new marked.
    void fixed_lines(const Fix& fix) {
        constexpr std::size_t most_lines = 6;
        const std::uint32_t line = source_.position(fix.span.begin).line;
        const Span first = source_.line_span(line);
        const Span last = source_.line_span(source_.position(fix.span.end).line);
        const std::string_view before = source_.text({first.begin, std::min(fix.span.begin, first.end)});
        const std::string_view after = source_.text({fix.span.end, last.end});
        const std::string text = fmt::format("{}{}{}", before, fix.replacement, after);
        const char drawn = fix.span.begin == fix.span.end ? '+' : '~';
        const std::size_t new_begin = before.size();
        const std::size_t new_end = new_begin + fix.replacement.size();
        std::size_t begin = 0;
        for (std::size_t i = 0; begin <= text.size(); ++i) {
            if (i == most_lines) return gutter("...", "");
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            const Mark mark{std::clamp(new_begin, begin, end) - begin, std::clamp(new_end, begin, end) - begin, drawn,
                            drawn};
            Excerpt shown = excerpt(std::string_view(text).substr(begin, end - begin), mark);
            if (mark.begin == mark.end) shown.underline.clear();
            numbered({line + static_cast<std::uint32_t>(i), std::move(shown)}, Style::help);
            begin = end + 1;
        }
    }

    void rule(std::string_view rule) {
        put(Style::gutter, fmt::format("{:>{}} = ", "", number_width_));
        text_ += fmt::format("rule: {}\n", rule);
    }

    [[nodiscard]] std::string take() && { return std::move(text_); }

private:
    void put(Style style, std::string_view text) {
        if (color_ == Color::always) text_ += escape_of(style);
        text_ += text;
        if (color_ == Color::always) text_ += escape_of(Style::plain);
    }

    void gutter(std::string_view number, std::string_view line) {
        put(Style::gutter, fmt::format("{:>{}} |", number, number_width_));
        if (!line.empty()) text_ += fmt::format(" {}", line);
        text_ += '\n';
    }

    void numbered(const Numbered& numbered, Style style) {
        gutter(fmt::format("{}", numbered.line), numbered.excerpt.line);
        if (numbered.excerpt.underline.empty()) return;
        put(Style::gutter, fmt::format("{:>{}} |", "", number_width_));
        text_ += ' ';
        put(style, numbered.excerpt.underline);
        text_ += '\n';
    }

    /// The part of a span that lies on a line, without the blanks a later line of it begins with.
    [[nodiscard]] Mark mark_in(std::uint32_t line, Span span) const {
        const Span bytes = source_.line_span(line);
        const std::string_view text = source_.text(bytes);
        const std::size_t blanks = std::min(text.find_first_not_of(" \t"), text.size());
        const std::size_t begin = span.begin < bytes.begin ? blanks : std::min(span.begin, bytes.end) - bytes.begin;
        const std::size_t end = std::clamp(span.end, bytes.begin, bytes.end) - bytes.begin;
        return {begin, std::max(begin, end)};
    }

    const SourceFile& source_;
    Color color_;
    std::size_t number_width_;
    std::string text_;
};

std::string label_of(Code code) { return fmt::format("{}[{}]", spelling(row(code).severity), spelling(code)); }

}  // namespace

std::string terminal_text(const Diagnostic& diagnostic, const SourceFile& source, Color color) {
    const CodeRow& code = row(diagnostic.code);
    Writer writer(source, color);
    writer.heading(diagnostic.span.begin, style_of(code.severity), label_of(diagnostic.code), diagnostic.message);
    writer.lines_of(diagnostic.span, style_of(code.severity));
    if (!code.rule.empty()) writer.rule(code.rule);
    for (const Note& note : diagnostic.notes) {
        writer.heading(note.span.begin, Style::note, "note", note.text);
        writer.lines_of(note.span, Style::note);
    }
    if (diagnostic.fix) {
        writer.heading(diagnostic.fix->span.begin, Style::help, "help", diagnostic.fix->text);
        writer.fixed_lines(*diagnostic.fix);
    }
    return std::move(writer).take();
}

std::string terminal_text(const Findings& findings, Color color) {
    std::string text;
    for (const Diagnostic& diagnostic : findings.list.in_order()) {
        if (!text.empty()) text += '\n';
        text += terminal_text(diagnostic, findings.source, color);
    }
    if (!findings.list.is_truncated()) return text;
    Writer writer(findings.source, color);
    writer.sentence(Style::note, "note",
                    fmt::format("too many findings, only {} are shown, errors first", findings.list.in_order().size()));
    return text + '\n' + std::move(writer).take();
}

std::string terminal_text(Code code, std::string_view message, Color color) {
    const SourceFile nowhere("", "");
    Writer writer(nowhere, color);
    writer.sentence(style_of(row(code).severity), label_of(code), message);
    if (!row(code).rule.empty()) writer.rule(row(code).rule);
    return std::move(writer).take();
}

}  // namespace phobos::diagnostics
