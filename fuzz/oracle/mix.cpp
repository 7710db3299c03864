// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/mix.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/generate/dyadic.h"
#include "fuzz/generate/invalid.h"
#include "fuzz/generate/walk.h"
#include "lang/base/overloaded.h"

namespace phobos::fuzz {
namespace {

constexpr std::array<std::string_view, 8> families{"elementwise", "query", "run",    "collective",
                                                   "shuffle",     "order", "atomic", "tile"};

std::string_view spelling(BuiltinFamily family) { return families[static_cast<std::size_t>(family)]; }

std::string row_of(std::string_view family, std::string_view row) { return fmt::format("{}/{}", family, row); }

void note_call(Traits& traits, const syntax::Call& call) {
    if (const auto type = scalar_type(call.callee.text)) {
        traits.rows.insert(row_of("conversion", spelling(*type)));
        return;
    }
    const auto found = builtin(call.callee.text);
    if (!found) return;
    if (call.over) {
        traits.combines = true;
        traits.rows.insert(
            row_of("collective", fmt::format("{}<over {}>", call.callee.text, phobos::spelling(*call.over))));
        return;
    }
    traits.rows.insert(row_of(spelling(family(*found)), call.callee.text));
    traits.combines = traits.combines || family(*found) == BuiltinFamily::shuffle;
    traits.has_tiles = traits.has_tiles || family(*found) == BuiltinFamily::tile;
    if (*found == Builtin::barrier) ++traits.barriers;
}

void note(Traits& traits, const syntax::Expression& expression) {
    std::visit(Overloaded{
                   [](const syntax::IntegerLiteral&) {},
                   [](const syntax::FloatLiteral&) {},
                   [](const syntax::BoolLiteral&) {},
                   [](const syntax::NameUse&) {},
                   [&](const syntax::ContextUse& node) {
                       traits.rows.insert(row_of("context", phobos::spelling(node.field)));
                   },
                   [&](const syntax::Unary& node) { traits.rows.insert(row_of("unary", phobos::spelling(node.op))); },
                   [&](const syntax::Binary& node) { traits.rows.insert(row_of("binary", phobos::spelling(node.op))); },
                   [&](const syntax::Call& node) { note_call(traits, node); },
                   [](const syntax::Subscript&) {},
               },
               expression.node);
}

int median(const std::map<int, std::uint64_t>& counts, std::uint64_t all) {
    std::uint64_t below = 0;
    for (const auto& [value, count] : counts) {
        below += count;
        if (below * 2 >= all) return value;
    }
    return 0;
}

void add_counts(auto& to, const auto& from) {
    for (const auto& [key, count] : from) to[key] += count;
}

std::optional<std::map<int, std::uint64_t>> histogram(const Json& json) {
    std::map<int, std::uint64_t> counts;
    if (!json.is_array()) return std::nullopt;
    for (const Json& pair : json) {
        if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_unsigned() || !pair[1].is_number_unsigned())
            return std::nullopt;
        const auto value = pair[0].get<std::uint64_t>();
        if (value > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) return std::nullopt;
        counts[static_cast<int>(value)] += pair[1].get<std::uint64_t>();
    }
    return counts;
}

Json json_of(const std::map<int, std::uint64_t>& counts) {
    Json json = Json::array();
    for (const auto& [value, count] : counts) json.push_back({static_cast<std::uint64_t>(value), count});
    return json;
}

struct Floor {
    std::string_view what;
    std::string_view unit;
    double least;
    double (*value)(const Mix&);
};
constexpr std::array floors{
    Floor{"statements (median)", "", 25, [](const Mix& mix) { return static_cast<double>(mix.median_statements()); }},
    Floor{"warps (median)", "", 2, [](const Mix& mix) { return static_cast<double>(mix.median_warps()); }},
    Floor{"divergent", " %", 40, [](const Mix& mix) { return mix.diverging(); }},
    Floor{"with collectives or shuffles", " %", 30, [](const Mix& mix) { return mix.combining(); }},
    Floor{"with two barriers or more", " %", 25, [](const Mix& mix) { return mix.with_two_barriers(); }},
    Floor{"with tile operations", " %", 20, [](const Mix& mix) { return mix.with_tiles(); }},
    Floor{"expressions that reach an output", " %", 80, [](const Mix& mix) { return mix.reaching(); }},
    Floor{"feasible pairs of rows", " %", 60, [](const Mix& mix) { return mix.pairs(); }},
};
constexpr double least_row_percent = 1;
constexpr std::size_t listed = 12;  ///< of rare rows

}  // namespace

std::optional<std::map<std::string, std::uint64_t>> counts_of(const Json& json) {
    std::map<std::string, std::uint64_t> counts;
    if (!json.is_object()) return std::nullopt;
    for (const auto& [name, count] : json.items()) {
        if (!count.is_number_unsigned()) return std::nullopt;
        counts[name] = count;
    }
    return counts;
}

Traits traits_of(const Trial& trial) {
    Traits traits;
    const program::CheckedProgram& checked = *trial.program();
    traits.warps = checked.program().bounds.threads / checked.program().lanes;
    traits.diverges = std::ranges::find(checked.levels().control, Level::varying) != checked.levels().control.end();
    for_each_statement_of(trial.parsed, [&](const syntax::Statement& statement) {
        ++traits.statements;
        if (const auto* assign = std::get_if<syntax::Assign>(&statement.node); assign != nullptr && assign->op)
            traits.rows.insert(row_of("compound", row(*assign->op).compound));
    });
    for_each_expression_of(trial.parsed, [&](const syntax::Expression& expression) { note(traits, expression); });
    traits.constructs = constructs_of(trial);
    traits.left_out = rows_left_out(trial.given.options);
    traits.reach = reach_of(checked.program());
    return traits;
}

std::set<std::string> rows_left_out(const Options& options) {
    std::set<std::string> rows;
    const bool has_no_bounded = options.floats == Floats::exact || options.bounded == Bounded::nowhere;
    for (const BuiltinRow& row : builtins)
        if ((has_no_bounded && has_bound(row.builtin)) || (!options.meets_grid && row.builtin == Builtin::grid_barrier))
            rows.insert(row_of(spelling(row.family), row.spelling));
    if (!options.meets_grid) rows.insert("attribute/persistent");  // which is written for it alone
    return rows;
}

std::vector<std::string> vocabulary_rows() {
    std::vector<std::string> rows;
    for (const BuiltinRow& row : builtins)
        if (row.family != BuiltinFamily::collective) rows.push_back(row_of(spelling(row.family), row.spelling));
    for (const CollectiveRow& row : collectives)
        for (const Scope scope : {Scope::lanes, Scope::threads})
            rows.push_back(
                row_of("collective", fmt::format("{}<over {}>", phobos::spelling(row.op), phobos::spelling(scope))));
    for (const ScalarTypeRow& row : scalar_types)
        if (row.type != ScalarType::boolean) rows.push_back(row_of("conversion", row.spelling));
    for (const ContextFieldRow& row : context_fields) rows.push_back(row_of("context", phobos::spelling(row.field)));
    for (const UnaryOperatorRow& row : unary_operators) rows.push_back(row_of("unary", phobos::spelling(row.op)));
    for (const BinaryOperatorRow& row : binary_operators) {
        rows.push_back(row_of("binary", phobos::spelling(row.op)));
        if (!row.compound.empty()) rows.push_back(row_of("compound", row.compound));
    }
    return rows;
}

void Mix::add(const Traits& traits) {
    ++kernels_;
    diverging_ += traits.diverges ? 1 : 0;
    combining_ += traits.combines ? 1 : 0;
    with_two_barriers_ += traits.barriers >= 2 ? 1 : 0;
    with_tiles_ += traits.has_tiles ? 1 : 0;
    ++statements_[traits.statements];
    ++warps_[traits.warps];
    std::set<std::string> used;
    for (const std::string& row : traits.rows) {
        ++rows_[row];
        used.insert(row.substr(0, row.find('/')));
    }
    for (const std::string& family : used) ++rows_[family];
    for (const std::string& row : traits.left_out) ++without_[row];
    for (const std::string& code : traits.refused) ++refused_[code];
    expressions_ += traits.reach.expressions;
    reaching_ += traits.reach.reaching;
    std::set<std::string> all = traits.constructs;
    all.insert(traits.rows.begin(), traits.rows.end());
    pairs_.add(all);
}

void Mix::add(const Mix& other) {
    kernels_ += other.kernels_;
    diverging_ += other.diverging_;
    combining_ += other.combining_;
    with_two_barriers_ += other.with_two_barriers_;
    with_tiles_ += other.with_tiles_;
    add_counts(statements_, other.statements_);
    add_counts(warps_, other.warps_);
    add_counts(rows_, other.rows_);
    add_counts(without_, other.without_);
    add_counts(refused_, other.refused_);
    expressions_ += other.expressions_;
    reaching_ += other.reaching_;
    pairs_.add(other.pairs_);
}

int Mix::median_statements() const { return median(statements_, kernels_); }
int Mix::median_warps() const { return median(warps_, kernels_); }

std::uint64_t Mix::count_of(const std::string& row) const {
    const auto found = rows_.find(row);
    return found == rows_.end() ? 0 : found->second;
}

std::set<std::string> Mix::left_out() const {
    std::set<std::string> rows;
    for (const auto& [row, count] : without_)
        if (count == kernels_) rows.insert(row);
    return rows;
}

double Mix::pairs() const {
    const std::size_t feasible = Pairs::feasible(left_out());
    return feasible == 0 ? 0 : 100.0 * of(pairs_.covered()) / of(feasible);
}

std::vector<std::string> Mix::rare_rows(double least_percent) const {
    std::vector<std::string> rare;
    const std::set<std::string> none = left_out();
    for (const std::string& row : vocabulary_rows()) {
        if (none.contains(row)) continue;
        const auto without = without_.find(row);
        const double share = without == without_.end() ? 1 : 1 - of(without->second) / of(kernels_);
        const double users = share * of(count_of(row.substr(0, row.find('/'))));
        if (of(count_of(row)) * 100 < users * least_percent || count_of(row) == 0) rare.push_back(row);
    }
    return rare;
}

Json Mix::json() const {
    return {{"kernels", kernels_},       {"divergent", diverging_},
            {"collectives", combining_}, {"two_barriers", with_two_barriers_},
            {"tiles", with_tiles_},      {"statements", json_of(statements_)},
            {"warps", json_of(warps_)},  {"rows", rows_},
            {"without", without_},       {"expressions", expressions_},
            {"reaching", reaching_},     {"pairs", pairs_.json()},
            {"refused", refused_}};
}

std::optional<Mix> Mix::of(const Json& json) {
    for (const char* member :
         {"kernels", "divergent", "collectives", "two_barriers", "tiles", "expressions", "reaching"})
        if (!json.contains(member) || !json[member].is_number_unsigned()) return std::nullopt;
    for (const char* member : {"statements", "warps", "rows", "without", "pairs", "refused"})
        if (!json.contains(member)) return std::nullopt;
    auto rows = counts_of(json["rows"]);
    auto without = counts_of(json["without"]);
    auto refused = counts_of(json["refused"]);
    auto statements = histogram(json["statements"]);
    auto warps = histogram(json["warps"]);
    auto pairs = Pairs::of(json["pairs"]);
    if (!statements || !warps || !pairs || !rows || !without || !refused) return std::nullopt;
    Mix mix;
    mix.kernels_ = json["kernels"];
    mix.diverging_ = json["divergent"];
    mix.combining_ = json["collectives"];
    mix.with_two_barriers_ = json["two_barriers"];
    mix.with_tiles_ = json["tiles"];
    mix.statements_ = *std::move(statements);
    mix.warps_ = *std::move(warps);
    mix.rows_ = *std::move(rows);
    mix.without_ = *std::move(without);
    mix.refused_ = *std::move(refused);
    mix.expressions_ = json["expressions"];
    mix.reaching_ = json["reaching"];
    mix.pairs_ = *std::move(pairs);
    return mix;
}

std::string mix_text(const Mix& mix) {
    std::string text = fmt::format("mix of {} valid kernels:\n", mix.kernels());
    for (const Floor& floor : floors) {
        const double value = floor.value(mix);
        text += fmt::format("  {:<32} {:>6.1f}{:<2}  at least {}{}\n", floor.what, value, floor.unit, floor.least,
                            value < floor.least ? "  NOT KEPT" : "");
    }
    const auto rare = mix.rare_rows(least_row_percent);
    const auto none = mix.left_out();
    std::vector<std::string> rows = vocabulary_rows();
    std::erase_if(rows, [&](const std::string& row) { return none.contains(row); });
    text += fmt::format("  {} of {} rows of the vocabulary stand in {} % of their family's kernels",
                        rows.size() - rare.size(), rows.size(), least_row_percent);
    if (!rare.empty())
        text += fmt::format("; not {}", fmt::join(std::span(rare).first(std::min(listed, rare.size())), " "));
    if (rare.size() > listed) text += fmt::format(" and {} more", rare.size() - listed);
    if (!none.empty()) text += fmt::format("; left out of all: {}", fmt::join(none, " "));
    text += "\n";
    if (mix.refused_codes() > 0)
        text += fmt::format("  twins were refused for {} of {} codes that a change of a text reaches\n",
                            mix.refused_codes(), codes_of_twins().size());
    return text;
}

bool keeps_floor(const Mix& mix) {
    return mix.rare_rows(least_row_percent).empty() &&
           std::ranges::all_of(floors, [&](const Floor& floor) { return floor.value(mix) >= floor.least; });
}

}  // namespace phobos::fuzz
