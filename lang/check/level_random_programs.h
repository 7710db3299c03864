// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

/// Small programs for tests of chapter 08: every statement, with few names, made from a list of choices.
namespace phobos::check {

class RandomSource {
public:
    /// Choices beyond the list are the simplest ones.
    explicit RandomSource(std::vector<std::uint8_t> choices) : choices_(std::move(choices)) {}

    std::string make() {
        std::string functions;
        for (const std::string_view name : {"f", "g"}) {
            scopes_.assign(1, std::vector<std::string>{"a", "b"});
            in_function_ = true;
            const std::string body = block(2);
            functions += fmt::format("fn {}(a: i32, b: i32) -> i32 {{\n{}  return {}\n}}\n", name, body, value(1));
            functions_.emplace_back(name);
        }
        scopes_.assign(1, {});
        in_function_ = false;
        std::string body;
        for (const std::string_view name : {"x", "y", "z"}) {
            body += fmt::format("  var {}: i32 = {}\n", name, value(1));
            scopes_.back().emplace_back(name);
            variables_.emplace_back(name);
        }
        body += statements(4);
        return fmt::format(
            "{}fn h(i: i32, j: i32, k: i32) -> i32 {{\nvar n = k\nif i < k {{ n = 1 }}\nreturn n + j\n}}\n"
            "fn p(t: tile<i32>[R], k: i32) -> tile<i32>[R] {{\nif k < 3 {{ return t }}\nreturn t + k\n}}\n"
            "kernel k(O: tensor<i32>[N], s: i32) {{\nvar t: tile<i32>[4] = s\n{}  O[0] = x + y + z\n}}\n",
            functions, body);
    }

private:
    std::size_t choose(std::size_t count) {
        if (next_ >= choices_.size()) return 0;
        return choices_[next_++] % count;
    }

    std::string name() {
        std::vector<std::string> names;
        for (const auto& scope : scopes_) names.insert(names.end(), scope.begin(), scope.end());
        return names.empty() ? "1" : names[choose(names.size())];
    }
    std::string value(int depth) {
        switch (choose(depth > 0 ? 16 : 7)) {
            case 0: return "1";
            case 1:
            case 2:
            case 3: return name();
            case 4: return "ctx.lane";
            case 5: return "ctx.warp";
            case 6: return "ctx.block.x";
            case 7:
            case 8: return fmt::format("({} + {})", value(depth - 1), value(depth - 1));
            case 9: return fmt::format("sum<over ctx.lane>({})", value(depth - 1));
            case 10: return fmt::format("max<over ctx.thread>({})", value(depth - 1));
            case 11: return fmt::format("shuffle({}, {})", value(depth - 1), value(depth - 1));
            case 12: return fmt::format("shuffle_up({}, {})", value(depth - 1), value(depth - 1));
            case 13: return fmt::format("where({}, {}, {})", condition(depth - 1), value(depth - 1), value(depth - 1));
            case 14: return call(depth - 1);
            default:
                return in_function_ ? call(depth - 1)
                                    : fmt::format("atomic_add(O, {}, {})", value(depth - 1), value(depth - 1));
        }
    }
    std::string call(int depth) {
        if (functions_.empty()) return name();
        const std::string function = functions_[choose(functions_.size())];
        return fmt::format("{}({}, {})", function, value(depth), value(depth));
    }
    std::string condition(int depth) {
        switch (choose(depth > 0 ? 8 : 5)) {
            case 0:
            case 1: return fmt::format("{} < {}", name(), value(depth));
            case 2: return "ctx.lane < 4";
            case 3: return "ctx.warp < 1";
            case 4: return "ctx.block.x < 1";
            case 5: return fmt::format("{} && {}", condition(depth - 1), condition(depth - 1));
            case 6: return fmt::format("({} || {})", condition(depth - 1), condition(depth - 1));
            default: return fmt::format("any<over ctx.lane>({})", condition(depth - 1));
        }
    }

    /// A tile of 4 elements.
    std::string tile() {
        switch (choose(6)) {
            case 0: return "t";
            case 1: return fmt::format("t + {}", value(1));
            case 2: return fmt::format("O[{} :+ 4] * {}", value(1), value(0));
            case 3: return fmt::format("where(t < {}, 1, t)", value(1));
            case 4: return fmt::format("p(t, {})", value(1));
            default: return fmt::format("p(t - {}, 2)", value(0));
        }
    }
    std::string tile_operation() {
        switch (choose(5)) {
            case 0: return fmt::format("t = {}\n", tile());
            case 1: return fmt::format("t[{} :+ 2] += {}\n", value(1), value(1));
            case 2: return fmt::format("O[{} :+ 4] = {}\n", value(1), tile());
            case 3: return fmt::format("let w{} = {}\n", tiles_++, tile());
            default: return fmt::format("let w{}: tile<i32>[2, 2] = generate(h, {})\n", tiles_++, value(1));
        }
    }

    std::string block(int depth) {
        scopes_.emplace_back();
        const std::vector<std::string> variables = variables_;
        std::string text = statements(depth);
        scopes_.pop_back();
        variables_ = variables;
        return text;
    }
    std::string statements(int depth) {
        std::string text;
        for (std::size_t count = choose(5) + 1; count > 0 && statements_ < 24; --count) text += statement(depth);
        return text;
    }
    std::string assignment() {
        if (variables_.empty()) return declaration();
        const std::string variable = variables_[choose(variables_.size())];
        return fmt::format("{} {} {}\n", variable, choose(4) == 3 ? "+=" : "=", value(1));
    }
    std::string declaration() {
        static constexpr std::string_view names[] = {"x", "y", "u", "v"};
        const std::string variable{names[choose(4)]};
        for (const std::string& other : scopes_.back())
            if (other == variable) return "";
        const bool changes = choose(2) == 0;
        std::string text = fmt::format("{} {}: i32 = {}\n", changes ? "var" : "let", variable, value(1));
        scopes_.back().push_back(variable);
        std::erase(variables_, variable);  // shadowed
        if (changes) variables_.push_back(variable);
        return text;
    }
    std::string statement(int depth) {
        ++statements_;
        const bool nests = depth > 0;
        switch (choose(nests ? 16 : 8)) {
            case 0:
            case 1:
            case 2: return assignment();
            case 3: return declaration();
            case 4: return in_loop_ > 0 ? "continue\n" : assignment();
            case 5: return in_loop_ > 0 ? "break\n" : assignment();
            case 6:
                return choose(2) == 0 ? assignment() : in_function_ ? fmt::format("return {}\n", value(1)) : "return\n";
            case 7:
                if (in_function_) return "warp_barrier()\n";
                return choose(2) == 0 ? fmt::format("O[{}] += {}\n", value(1), value(1)) : tile_operation();
            case 8:
            case 9:
            case 10: return fmt::format("if {} {{\n{}}}\n", condition(2), block(depth - 1));
            case 11:
            case 12: {
                const std::string head = condition(2);
                const std::string then = block(depth - 1);
                return fmt::format("if {} {{\n{}}} else {{\n{}}}\n", head, then, block(depth - 1));
            }
            case 13: {
                const std::string head = condition(2);
                return fmt::format("while {} {{\n{}}}\n", head, loop_body(depth, {}));
            }
            default: {
                const std::string end = value(1);
                const std::string start = choose(2) == 0 ? "" : value(1) + ", ";
                return fmt::format("for i in range({}{}) {{\n{}}}\n", start, end, loop_body(depth, {"i"}));
            }
        }
    }
    std::string loop_body(int depth, std::vector<std::string> names) {
        scopes_.push_back(std::move(names));
        ++in_loop_;
        std::string text = block(depth - 1);
        --in_loop_;
        scopes_.pop_back();
        return text;
    }

    std::vector<std::uint8_t> choices_;
    std::size_t next_ = 0;
    std::vector<std::vector<std::string>> scopes_;
    std::vector<std::string> variables_;  ///< those that may be assigned
    std::vector<std::string> functions_;
    bool in_function_ = false;
    int in_loop_ = 0;
    int statements_ = 0;
    int tiles_ = 0;
};

}  // namespace phobos::check
