// SPDX-License-Identifier: Apache-2.0
#include "engine/io/grid_expression.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "lang/base/nearest.h"

namespace phobos::io {
namespace {

using diagnostics::Code;

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

/// Recursive descent over
///   sum = product { (+|-) product };  product = sign { (*|/) sign };  sign = [-] sign | primary
///   primary = INTEGER | NAME { "." NAME } | ceil_div ( sum , sum ) | ( sum )
class GridParser {
public:
    explicit GridParser(std::string_view text) : text_(text), result_(std::string(text)) {}

    Result<GridExpression, Error> parse() {
        if (!sum(0)) return failure();
        skip_blanks();
        if (at_ != text_.size()) {
            fail("an operator or the end is expected");
            return failure();
        }
        return std::move(result_);
    }

private:
    using Step = GridExpression::Step;
    static constexpr int most_depth = 200;

    [[nodiscard]] Failure<Error> failure() const {
        return Failure{Error{Code::grid_malformed, fmt::format("grid '{}', character {}: {}", text_, at_ + 1, why_)}};
    }
    bool fail(std::string why) {
        why_ = std::move(why);
        return false;
    }
    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(char token) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != token) return false;
        ++at_;
        return true;
    }
    bool expect(char token) { return take(token) || fail(fmt::format("'{}' is expected", token)); }
    void emit(Step step) { result_.instructions_.push_back({step, 0, {}}); }

    bool sum(int depth) {
        if (depth > most_depth) return fail("it nests too deep");
        if (!product(depth)) return false;
        while (true) {
            const bool adds = take('+');
            if (!adds && !take('-')) return true;
            if (!product(depth)) return false;
            emit(adds ? Step::add : Step::subtract);
        }
    }
    bool product(int depth) {
        if (!sign(depth)) return false;
        while (true) {
            const bool multiplies = take('*');
            if (!multiplies && !take('/')) return true;
            if (!sign(depth)) return false;
            emit(multiplies ? Step::multiply : Step::divide);
        }
    }
    bool sign(int depth) {
        if (depth > most_depth) return fail("it nests too deep");
        if (!take('-')) return primary(depth);
        if (!sign(depth + 1)) return false;
        emit(Step::negate);
        return true;
    }
    bool primary(int depth) {
        if (take('(')) return sum(depth + 1) && expect(')');
        if (at_ < text_.size() && is_digit(text_[at_])) return number();
        if (at_ == text_.size() || !begins_name(text_[at_])) return fail("a number, a name or '(' is expected");
        const std::size_t begin = at_;
        std::string word = name();
        skip_blanks();
        if (word != "ceil_div" && at_ < text_.size() && text_[at_] == '(') {
            at_ = begin;
            return fail(fmt::format("'{}' is no function; ceil_div(a, b) is the only one", word));
        }
        if (word == "ceil_div") {
            if (!expect('(') || !sum(depth + 1) || !expect(',') || !sum(depth + 1) || !expect(')')) return false;
            emit(Step::ceil_div);
            return true;
        }
        result_.instructions_.push_back({Step::name, 0, std::move(word)});
        return true;
    }
    bool number() {
        std::int64_t value = 0;
        const char* const begin = text_.data() + at_;
        const std::from_chars_result read = std::from_chars(begin, text_.data() + text_.size(), value);
        if (read.ec != std::errc{}) return fail("the number needs more than 64 bits");
        at_ += static_cast<std::size_t>(read.ptr - begin);
        result_.instructions_.push_back({Step::number, value, {}});
        return true;
    }
    std::string name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (begins_name(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string why_;
    GridExpression result_;
};

Result<GridExpression, Error> GridExpression::parse(std::string_view text) { return GridParser(text).parse(); }

Result<std::int64_t, Error> GridExpression::apply(Step step, std::int64_t left, std::int64_t right) const {
    const auto failed = [&](std::string_view why) {
        return Failure{Error{Code::launch_grid_expression, fmt::format("grid '{}': {}", text_, why)}};
    };
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    std::int64_t value = 0;
    bool overflows = false;
    switch (step) {
        case Step::number:
        case Step::name: break;
        case Step::negate: overflows = __builtin_sub_overflow(std::int64_t{0}, right, &value); break;
        case Step::add: overflows = __builtin_add_overflow(left, right, &value); break;
        case Step::subtract: overflows = __builtin_sub_overflow(left, right, &value); break;
        case Step::multiply: overflows = __builtin_mul_overflow(left, right, &value); break;
        case Step::divide:
        case Step::ceil_div:
            if (right == 0) return failed(fmt::format("{} is divided by zero", left));
            overflows = left == lowest && right == -1;
            if (overflows) break;
            value = left / right;
            if (step == Step::ceil_div && left % right != 0 && (left < 0) == (right < 0)) ++value;
            break;
    }
    if (overflows) return failed("the value needs more than 64 bits");
    return value;
}

Result<std::int64_t, Error> GridExpression::evaluate(std::span<const NamedValue> names) const {
    std::vector<std::int64_t> stack;
    const auto pop = [&] {
        const std::int64_t value = stack.back();
        stack.pop_back();
        return value;
    };
    for (const Instruction& instruction : instructions_) {
        if (instruction.step == Step::number) {
            stack.push_back(instruction.number);
            continue;
        }
        if (instruction.step == Step::name) {
            const auto found = std::ranges::find(names, instruction.name, &NamedValue::name);
            if (found == names.end()) {
                std::vector<std::string_view> known;
                for (const NamedValue& entry : names) known.emplace_back(entry.name);
                const auto near = nearest(instruction.name, known);
                return Failure{Error{
                    Code::launch_grid_expression,
                    fmt::format("grid '{}': '{}' is no dim, no autotune constant and none of "
                                "ctx.threads, ctx.warps and ctx.lanes{}",
                                text_, instruction.name, near ? fmt::format("; did you mean '{}'?", *near) : "")}};
            }
            stack.push_back(found->value);
            continue;
        }
        const std::int64_t right = pop();
        const std::int64_t left = instruction.step == Step::negate ? 0 : pop();
        const auto value = apply(instruction.step, left, right);
        if (!value) return Failure{value.error()};
        stack.push_back(*value);
    }
    return stack.back();
}

Result<std::vector<GridExpression>, Error> parse_grid(std::string_view text) {
    std::vector<GridExpression> grid;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text[at] == '(') ++depth;
        if (at < text.size() && text[at] == ')') --depth;
        if (at < text.size() && (text[at] != ',' || depth > 0)) continue;
        auto expression = GridExpression::parse(text.substr(begin, at - begin));
        if (!expression) return Failure{expression.error()};
        grid.push_back(std::move(*expression));
        begin = at + 1;
    }
    if (grid.size() > 3)
        return Failure{Error{Code::grid_malformed,
                             fmt::format("grid '{}' has {} extents, at most 3 are possible", text, grid.size())}};
    return grid;
}

}  // namespace phobos::io
