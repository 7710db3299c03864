// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/log.h"

#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

namespace phobos::nvrtc {
namespace {

/// The text's first line, taken from it.
std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

std::optional<std::uint32_t> number_of(std::string_view text) {
    std::uint32_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
    return number;
}

/// FILE(LINE): error: TEXT, also error #20-D.
std::optional<Message> message_of(std::string_view line) {
    constexpr std::pair<std::string_view, Message::Severity> marks[]{{"): error", Message::Severity::error},
                                                                     {"): warning", Message::Severity::warning}};
    for (const auto& [mark, severity] : marks) {
        const std::size_t at = line.find(mark);
        const std::size_t open = at == std::string_view::npos ? at : line.rfind('(', at);
        if (open == std::string_view::npos) continue;
        const auto number = number_of(line.substr(open + 1, at - open - 1));
        const std::size_t colon = line.find(": ", at + mark.size());
        if (!number || colon == std::string_view::npos) continue;
        return Message{severity, std::string(line.substr(0, open)), *number, std::string(line.substr(colon + 2))};
    }
    return std::nullopt;
}

/// The number that stands before the phrase; 0 where the line lacks it.
std::uint32_t number_before(std::string_view line, std::string_view phrase) {
    const std::size_t at = line.find(phrase);
    if (at == std::string_view::npos) return 0;
    const std::string_view before = line.substr(0, at);
    const std::size_t begin = before.find_last_not_of("0123456789");
    return number_of(before.substr(begin == std::string_view::npos ? 0 : begin + 1)).value_or(0);
}

/// The bytes of all banks of constants: "380 bytes cmem[0], 8 bytes cmem[2]".
std::uint32_t constant_bytes_of(std::string_view line) {
    constexpr std::string_view phrase = " bytes cmem[";
    std::uint32_t bytes = 0;
    for (std::size_t at = line.find(phrase); at != std::string_view::npos; at = line.find(phrase)) {
        bytes += number_before(line, phrase);
        line.remove_prefix(at + phrase.size());
    }
    return bytes;
}

}  // namespace

std::vector<Message> messages_of(std::string_view log) {
    std::vector<Message> messages;
    while (!log.empty())
        if (auto message = message_of(take_line(log))) messages.push_back(std::move(*message));
    return messages;
}

std::optional<Resources> resources_of(std::string_view log, std::string_view kernel) {
    std::optional<Resources> found;
    bool is_ours = false;
    while (!log.empty()) {
        const std::string_view line = take_line(log);
        if (line.find("Compiling entry function '") != std::string_view::npos)
            is_ours = line.find("'" + std::string(kernel) + "'") != std::string_view::npos;
        if (!is_ours) continue;
        if (!found) found.emplace();
        if (line.find(" bytes stack frame") != std::string_view::npos) {
            found->stack_bytes = number_before(line, " bytes stack frame");
            found->spill_stores = number_before(line, " bytes spill stores");
            found->spill_loads = number_before(line, " bytes spill loads");
        }
        if (line.find("Used ") != std::string_view::npos) {
            found->registers = number_before(line, " registers");
            found->barriers = number_before(line, " barriers");
            found->shared_bytes = number_before(line, " bytes smem");
            found->constant_bytes = constant_bytes_of(line);
            is_ours = false;
        }
    }
    return found;
}

}  // namespace phobos::nvrtc
