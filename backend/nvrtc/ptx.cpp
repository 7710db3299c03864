// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/ptx.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace phobos::nvrtc::ptx {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// The text without comments; strings hold none in what compilers write.
std::string without_comments(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t line = text.find("//");
        const std::size_t block = text.find("/*");
        const std::size_t begin = std::min(line, block);
        result += text.substr(0, begin);
        if (begin == std::string_view::npos) break;
        const bool is_line = line < block;
        const std::size_t end = text.find(is_line ? "\n" : "*/", begin + 2);
        if (end == std::string_view::npos) break;
        text.remove_prefix(is_line ? end : end + 2);
        result += ' ';
    }
    return result;
}

/// The word at the text's beginning, taken from it together with what separates it.
std::string_view take_word(std::string_view& text) {
    const std::size_t end = text.find_first_of(blanks);
    const std::string_view word = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end));
    return word;
}

bool is_branch(std::string_view opcode) { return opcode == "bra" || opcode == "bra.uni"; }
bool is_table_branch(std::string_view opcode) { return opcode.starts_with("brx.idx"); }
bool is_end(std::string_view opcode) { return opcode.starts_with("ret") || opcode == "exit" || opcode == "trap"; }

/// Builds the blocks of one body.
class Body {
public:
    Body() : blocks_(1) {}

    /// One statement without its semicolon, or a directive's line.
    void statement(std::string_view text) {
        text = trimmed(text);
        while (const auto label = leading_label(text)) {
            begin_block();
            blocks_.back().labels.emplace_back(*label);
            text = trimmed(text.substr(text.find(':') + 1));
        }
        if (text.empty()) return;
        if (text.front() == '.') {
            if (!blocks_.back().labels.empty() && text.starts_with(".branchtargets"))
                tables_[blocks_.back().labels.back()] = names_in(text.substr(text.find_first_of(blanks)));
            return;
        }
        Instruction instruction;
        if (text.front() == '@') {
            instruction.is_predicated = true;
            take_word(text);
        }
        instruction.opcode = take_word(text);
        instruction.operands = text;
        const bool ends =
            is_branch(instruction.opcode) || is_table_branch(instruction.opcode) || is_end(instruction.opcode);
        blocks_.back().instructions.push_back(std::move(instruction));
        if (ends) blocks_.emplace_back();
    }

    std::vector<Block> blocks() && {
        std::map<std::string, std::size_t> by_label;
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            for (const std::string& label : blocks_[i].labels) by_label[label] = i;
        for (std::size_t i = 0; i < blocks_.size(); ++i) connect(i, by_label);
        return std::move(blocks_);
    }

private:
    /// NAME: at the beginning; not ::, which stands within opcodes.
    static std::optional<std::string_view> leading_label(std::string_view text) {
        std::size_t end = 0;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_' ||
                                     text[end] == '$' || text[end] == '%'))
            ++end;
        if (end == 0 || end == text.size() || text[end] != ':' || text.substr(end).starts_with("::"))
            return std::nullopt;
        return text.substr(0, end);
    }

    static std::vector<std::string> names_in(std::string_view list) {
        std::vector<std::string> names;
        while (!list.empty()) {
            const std::size_t comma = list.find(',');
            names.emplace_back(trimmed(list.substr(0, comma)));
            list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
        }
        return names;
    }

    void begin_block() {
        if (!blocks_.back().instructions.empty()) blocks_.emplace_back();
    }

    void connect(std::size_t index, const std::map<std::string, std::size_t>& by_label) {
        Block& block = blocks_[index];
        const auto add = [&](const std::string& label) {
            if (const auto target = by_label.find(label); target != by_label.end())
                block.successors.push_back(target->second);
        };
        bool goes_on = true;
        if (!block.instructions.empty()) {
            const Instruction& last = block.instructions.back();
            if (is_branch(last.opcode)) add(std::string(trimmed(last.operands)));
            if (is_table_branch(last.opcode)) {
                const std::string table(trimmed(std::string_view(last.operands).substr(last.operands.rfind(',') + 1)));
                for (const std::string& label : tables_[table]) add(label);
            }
            const bool leaves = is_branch(last.opcode) || is_table_branch(last.opcode) || is_end(last.opcode);
            goes_on = !leaves || last.is_predicated;
        }
        if (goes_on && index + 1 < blocks_.size()) block.successors.push_back(index + 1);
        std::ranges::sort(block.successors);
        const auto same = std::ranges::unique(block.successors);
        block.successors.erase(same.begin(), same.end());
    }

    std::vector<Block> blocks_;
    std::map<std::string, std::vector<std::string>> tables_;  ///< of brx.idx, by label
};

/// The body after an opening brace, up to the one that closes it; both braces of inner scopes are skipped.
std::vector<Block> read_body(std::string_view& rest) {
    Body body;
    std::size_t begin = 0;
    int depth = 1;
    std::size_t at = 0;
    for (; at < rest.size() && depth > 0; ++at) {
        const char c = rest[at];
        const std::string_view pending = rest.substr(begin, at - begin);
        // Braces within a statement are lists of registers; a .loc and its like end with their line.
        const bool is_between = trimmed(pending).empty() || trimmed(pending).ends_with(':');
        const bool is_directive = trimmed(pending).starts_with(".loc") || trimmed(pending).starts_with(".file");
        if (c == ';' || (c == '\n' && is_directive)) {
            body.statement(pending);
            begin = at + 1;
        } else if ((c == '{' || c == '}') && is_between) {
            body.statement(pending);
            depth += c == '{' ? 1 : -1;
            begin = at + 1;
        }
    }
    rest.remove_prefix(at);
    return std::move(body).blocks();
}

/// The name in ".visible .entry NAME(" or ".func (.param .b32 r) NAME(".
std::string name_in(std::string_view declaration) {
    std::string_view rest = trimmed(declaration);
    if (rest.starts_with('(')) rest = trimmed(rest.substr(rest.find(')') + 1));
    return std::string(trimmed(rest.substr(0, rest.find_first_of("( \t\r\n"))));
}

/// Which blocks lie on every way from the first block to each block; all for a block that is never reached.
std::vector<std::vector<bool>> dominators_of(const std::vector<Block>& blocks) {
    const std::size_t count = blocks.size();
    std::vector<std::vector<bool>> dominators(count, std::vector<bool>(count, true));
    dominators[0].assign(count, false);
    dominators[0][0] = true;
    for (bool changed = true; std::exchange(changed, false);) {
        std::vector<std::vector<bool>> next(count, std::vector<bool>(count, true));
        next[0] = dominators[0];
        for (std::size_t from = 0; from < count; ++from)
            for (const std::size_t to : blocks[from].successors)
                if (to != 0)
                    for (std::size_t i = 0; i < count; ++i) next[to][i] = next[to][i] && dominators[from][i];
        for (std::size_t i = 0; i < count; ++i) next[i][i] = true;
        if (next != dominators) {
            dominators = std::move(next);
            changed = true;
        }
    }
    return dominators;
}

/// What is reached from the first block.
std::vector<bool> reached_in(const std::vector<Block>& blocks) {
    std::vector<bool> is_reached(blocks.size(), false);
    std::vector<std::size_t> open{0};
    while (!open.empty()) {
        const std::size_t block = open.back();
        open.pop_back();
        if (is_reached[block]) continue;
        is_reached[block] = true;
        open.insert(open.end(), blocks[block].successors.begin(), blocks[block].successors.end());
    }
    return is_reached;
}

/// Adds to the loop what reaches `tail` without passing its head.
void grow(std::vector<bool>& is_in, const std::vector<std::vector<std::size_t>>& predecessors, std::size_t tail) {
    std::vector<std::size_t> open{tail};
    while (!open.empty()) {
        const std::size_t block = open.back();
        open.pop_back();
        if (is_in[block]) continue;
        is_in[block] = true;
        open.insert(open.end(), predecessors[block].begin(), predecessors[block].end());
    }
}

std::uint32_t bytes_of(std::string_view type) {
    // b32, u8, f16x2 and the like; pred and what is no type has no bytes in memory.
    if (type.size() < 2 || std::string_view("busf").find(type.front()) == std::string_view::npos) return 0;
    std::uint32_t bits = 0;
    const auto read = std::from_chars(type.data() + 1, type.data() + type.size(), bits);
    if (read.ptr == type.data() + 1) return 0;
    if (std::string_view(read.ptr, type.data() + type.size()) == "x2") bits *= 2;
    return bits / 8;
}

}  // namespace

std::vector<Function> read(std::string_view text) {
    const std::string clean = without_comments(text);
    std::string_view rest = clean;
    std::vector<Function> functions;
    for (;;) {
        const std::size_t entry = rest.find(".entry");
        const std::size_t function = rest.find(".func");
        const std::size_t begin = std::min(entry, function);
        if (begin == std::string_view::npos) return functions;
        const bool is_entry = entry < function;
        rest.remove_prefix(begin + (is_entry ? 6 : 5));
        const std::size_t end = rest.find_first_of("{;");
        if (end == std::string_view::npos) return functions;
        std::string name = name_in(rest.substr(0, end));
        const bool has_body = rest[end] == '{';
        rest.remove_prefix(end + 1);
        if (has_body) functions.push_back({std::move(name), is_entry, read_body(rest)});
    }
}

std::optional<Function> find_function(std::string_view text, std::string_view name) {
    for (Function& function : read(text))
        if (function.name == name) return std::move(function);
    return std::nullopt;
}

std::vector<Loop> loops_of(const Function& function) {
    const std::vector<Block>& blocks = function.blocks;
    const auto dominators = dominators_of(blocks);
    const std::vector<bool> is_reached = reached_in(blocks);
    std::vector<std::vector<std::size_t>> predecessors(blocks.size());
    for (std::size_t from = 0; from < blocks.size(); ++from)
        if (is_reached[from])
            for (const std::size_t to : blocks[from].successors) predecessors[to].push_back(from);
    std::vector<Loop> loops;
    for (std::size_t head = 0; head < blocks.size(); ++head) {
        std::vector<bool> is_in(blocks.size(), false);
        is_in[head] = true;
        bool is_loop = false;
        for (const std::size_t tail : predecessors[head]) {
            if (!dominators[tail][head]) continue;
            is_loop = true;
            grow(is_in, predecessors, tail);
        }
        if (!is_loop) continue;
        Loop loop{head, {}, true};
        for (std::size_t i = 0; i < blocks.size(); ++i)
            if (is_in[i]) loop.blocks.push_back(i);
        loops.push_back(std::move(loop));
    }
    for (Loop& outer : loops)
        outer.is_innermost = std::ranges::none_of(loops, [&](const Loop& inner) {
            return inner.head != outer.head && std::ranges::binary_search(outer.blocks, inner.head);
        });
    return loops;
}

std::map<std::string, std::size_t> opcode_counts(const Function& function, std::span<const std::size_t> blocks) {
    std::map<std::string, std::size_t> counts;
    for (const std::size_t block : blocks)
        for (const Instruction& instruction : function.blocks[block].instructions) ++counts[instruction.opcode];
    return counts;
}

std::map<std::string, std::size_t> opcode_counts(const Function& function) {
    std::vector<std::size_t> all(function.blocks.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return opcode_counts(function, all);
}

std::size_t count_of(const std::map<std::string, std::size_t>& counts, std::string_view prefix) {
    std::size_t total = 0;
    for (const auto& [opcode, count] : counts)
        if (opcode.starts_with(prefix)) total += count;
    return total;
}

std::optional<Access> access_of(std::string_view opcode) {
    using Kind = Access::Kind;
    constexpr std::pair<std::string_view, Kind> kinds[]{
        {"ld", Kind::load}, {"ldu", Kind::load}, {"st", Kind::store}, {"atom", Kind::atomic}, {"red", Kind::atomic}};
    constexpr std::array<std::string_view, 5> spaces{"global", "shared", "local", "param", "const"};
    std::vector<std::string_view> parts;
    for (std::string_view rest = opcode; !rest.empty();) {
        const std::size_t dot = rest.find('.');
        parts.push_back(rest.substr(0, dot));
        rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    }
    const auto* const kind =
        std::ranges::find_if(kinds, [&](const auto& row) { return !parts.empty() && row.first == parts.front(); });
    if (kind == std::end(kinds)) return std::nullopt;
    Access access{kind->second, "", 0};
    std::uint32_t elements = 1;
    for (const std::string_view part : std::span(parts).subspan(1)) {
        const std::string_view plain = part.substr(0, part.find("::"));
        if (std::ranges::find(spaces, plain) != spaces.end()) access.space = plain;
        if (part == "v2") elements = 2;
        if (part == "v4") elements = 4;
        if (part == "v8") elements = 8;
        access.bytes = bytes_of(part);
    }
    access.bytes *= elements;
    return access;
}

}  // namespace phobos::nvrtc::ptx
