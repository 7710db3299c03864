// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/pairs.h"

#include <algorithm>
#include <bit>
#include <map>

#include <fmt/format.h>

#include "fuzz/generate/walk.h"
#include "fuzz/oracle/judge.h"
#include "fuzz/oracle/mix.h"
#include "lang/base/overloaded.h"

namespace phobos::fuzz {
namespace {

constexpr std::array<std::string_view, 33> constructs{
    "statement/let",
    "statement/var",
    "statement/tile",
    "statement/assign",
    "statement/compound",
    "statement/if",
    "statement/else",
    "statement/else if",
    "statement/for",
    "statement/unroll",
    "statement/while",
    "statement/break",
    "statement/continue",
    "statement/return",
    "statement/call",
    "function/with a result",
    "function/without a result",
    "subscript/element",
    "subscript/run",
    "subscript/slice",
    "literal/integer",
    "literal/hexadecimal",
    "literal/float",
    "literal/bool",
    "control/warp-uniform",
    "control/varying",
    "launch/32 lanes",
    "launch/64 lanes",
    "launch/several blocks",
    "launch/grid of two dimensions",
    "launch/offset argument",
    "launch/view",
    "launch/scalar",
};
constexpr std::array attribute_rows{Attribute::aligned,    Attribute::pipeline,  Attribute::cluster,
                                    Attribute::persistent, Attribute::dynshared, Attribute::registers,
                                    Attribute::swizzle};

using Rows = std::set<std::string>;

void note(Rows& rows, const syntax::Expression& expression) {
    std::visit(Overloaded{
                   [&](const syntax::IntegerLiteral& node) {
                       rows.insert(node.hexadecimal ? "literal/hexadecimal" : "literal/integer");
                   },
                   [&](const syntax::FloatLiteral&) { rows.insert("literal/float"); },
                   [&](const syntax::BoolLiteral&) { rows.insert("literal/bool"); },
                   [](const syntax::NameUse&) {},
                   [](const syntax::ContextUse&) {},
                   [](const syntax::Unary&) {},
                   [](const syntax::Binary&) {},
                   [&](const syntax::Call& node) {
                       if (!builtin(node.callee.text) && !scalar_type(node.callee.text)) rows.insert("statement/call");
                       if (builtin(node.callee.text) && family(*builtin(node.callee.text)) == BuiltinFamily::run)
                           rows.insert("subscript/run");
                   },
                   [&](const syntax::Subscript& node) {
                       const bool is_element = std::ranges::all_of(node.places, [](const syntax::Place& place) {
                           return std::holds_alternative<syntax::Point>(place.node);
                       });
                       rows.insert(is_element ? "subscript/element" : "subscript/slice");
                   },
               },
               expression.node);
}

void note(Rows& rows, const syntax::Statement& statement) {
    std::visit(
        Overloaded{
            [&](const syntax::Let& node) { rows.insert(node.type ? "statement/tile" : "statement/let"); },
            [&](const syntax::Var& node) {
                const bool is_tile = node.type && std::holds_alternative<syntax::TileTypeUse>(node.type->node);
                rows.insert(is_tile ? "statement/tile" : "statement/var");
            },
            [&](const syntax::Assign& node) { rows.insert(node.op ? "statement/compound" : "statement/assign"); },
            [&](const syntax::If& node) {
                rows.insert("statement/if");
                if (node.arms.size() > 1) rows.insert("statement/else if");
                if (node.otherwise) rows.insert("statement/else");
            },
            [&](const syntax::For& node) {
                rows.insert("statement/for");
                if (node.unroll) rows.insert("statement/unroll");
            },
            [&](const syntax::While&) { rows.insert("statement/while"); },
            [&](const syntax::Break&) { rows.insert("statement/break"); },
            [&](const syntax::Continue&) { rows.insert("statement/continue"); },
            [&](const syntax::Return&) { rows.insert("statement/return"); },
            [](const syntax::Evaluate&) {},
        },
        statement.node);
}

void note(Rows& rows, const syntax::Item& item) {
    std::visit(Overloaded{
                   [&](const syntax::Function& node) {
                       rows.insert(node.result ? "function/with a result" : "function/without a result");
                   },
                   [&](const syntax::Kernel& node) {
                       for (const syntax::AttributeUse& use : node.attributes)
                           rows.insert(fmt::format("attribute/{}", use.name.text));
                   },
               },
               item);
}

void note(Rows& rows, const engine::Launch& launch) {
    if (launch.grid.x * launch.grid.y > 1) rows.insert("launch/several blocks");
    if (launch.grid.y > 1) rows.insert("launch/grid of two dimensions");
    for (const engine::Argument& argument : launch.arguments)
        std::visit(Overloaded{
                       [&](const engine::OwnTensor& own) {
                           if (own.byte_offset != 0) rows.insert("launch/offset argument");
                       },
                       [&](const engine::ViewOf&) { rows.insert("launch/view"); },
                       [&](const engine::Scalar&) { rows.insert("launch/scalar"); },
                   },
                   argument);
}

std::vector<std::string> all_rows() {
    std::vector<std::string> rows = vocabulary_rows();
    std::ranges::copy(construct_rows(), std::back_inserter(rows));
    return rows;
}

constexpr std::size_t word = 64;

/// Of the pair of a row and an earlier one.
std::size_t bit_of(std::size_t later, std::size_t earlier) { return later * (later - 1) / 2 + earlier; }

/// That hold the bits of the pairs of so many rows.
std::size_t words_for(std::size_t rows) { return (bit_of(rows, 0) + word - 1) / word; }

bool is_infeasible(std::string_view a, std::string_view b) {
    return std::ranges::any_of(infeasible_pairs, [&](const Infeasible& pair) {
        return (pair.row == a && pair.with == b) || (pair.row == b && pair.with == a);
    });
}

}  // namespace

std::vector<std::string> construct_rows() {
    std::vector<std::string> rows(constructs.begin(), constructs.end());
    for (const Attribute attribute : attribute_rows)
        rows.push_back(fmt::format("attribute/{}", phobos::spelling(attribute)));
    for (const ScalarTypeRow& row : scalar_types) rows.push_back(fmt::format("type/{}", row.spelling));
    return rows;
}

std::set<std::string> constructs_of(const Trial& trial) {
    Rows rows;
    const program::CheckedProgram& checked = *trial.program();
    for (const Level level : checked.levels().control) {
        if (level == Level::warp_uniform) rows.insert("control/warp-uniform");
        if (level == Level::varying) rows.insert("control/varying");
    }
    for (const program::Local& local : checked.program().locals)
        rows.insert(fmt::format("type/{}", phobos::spelling(local.type)));
    for (const program::Tensor& tensor : checked.program().tensors)
        rows.insert(fmt::format("type/{}", phobos::spelling(tensor.element)));
    rows.insert(trial.given.lanes == 32 ? "launch/32 lanes" : "launch/64 lanes");
    note(rows, trial.given.launch);
    for (const syntax::Item& item : trial.parsed.items) note(rows, item);
    for_each_statement_of(trial.parsed, [&](const syntax::Statement& statement) { note(rows, statement); });
    for_each_expression_of(trial.parsed, [&](const syntax::Expression& expression) { note(rows, expression); });
    return rows;
}

void Pairs::add(const std::set<std::string>& rows) {
    std::vector<std::size_t> present;
    const std::vector<std::string> all = all_rows();
    bits_.resize(words_for(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!rows.contains(all[i])) continue;
        for (const std::size_t earlier : present) {
            const std::size_t bit = bit_of(i, earlier);
            bits_[bit / word] |= std::uint64_t{1} << (bit % word);
        }
        present.push_back(i);
    }
}

void Pairs::add(const Pairs& other) {
    bits_.resize(std::max(bits_.size(), other.bits_.size()));
    for (std::size_t i = 0; i < other.bits_.size(); ++i) bits_[i] |= other.bits_[i];
}

std::size_t Pairs::feasible(const std::set<std::string>& left_out) {
    std::vector<std::string> all = all_rows();
    std::erase_if(all, [&](const std::string& row) { return left_out.contains(row); });
    std::size_t count = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) count += is_infeasible(all[i], all[k]) ? 0 : 1;
    return count;
}

std::size_t Pairs::covered() const {
    std::size_t count = 0;
    for (const std::uint64_t bits : bits_) count += static_cast<std::size_t>(std::popcount(bits));
    return count;
}

Json Pairs::json() const {
    std::string text;
    for (const std::uint64_t bits : bits_) text += fmt::format("{:016x}", bits);
    return text;
}

std::optional<Pairs> Pairs::of(const Json& json) {
    Pairs pairs;
    constexpr std::size_t digits = word / 4;
    if (!json.is_string()) return std::nullopt;
    const auto text = json.get<std::string>();
    if (text.empty()) return pairs;
    pairs.bits_.resize(words_for(all_rows().size()));
    if (text.size() != pairs.bits_.size() * digits) return std::nullopt;
    if (text.find_first_not_of("0123456789abcdef") != std::string::npos) return std::nullopt;
    for (std::size_t i = 0; i < pairs.bits_.size(); ++i)
        pairs.bits_[i] = std::stoull(text.substr(i * digits, digits), nullptr, 16);
    return pairs;
}

}  // namespace phobos::fuzz
