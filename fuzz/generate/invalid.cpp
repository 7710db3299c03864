// SPDX-License-Identifier: Apache-2.0
#include "fuzz/generate/invalid.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "fuzz/generate/invalid_edits.h"
#include "fuzz/generate/random.h"
#include "fuzz/generate/walk.h"
#include "lang/base/assert.h"
#include "lang/source/source_file.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/printer.h"

namespace phobos::fuzz {
namespace {

using diagnostics::Code;
using syntax::Block;
using syntax::Expression;
using syntax::Kernel;
using syntax::Statement;

constexpr std::size_t declarations = 2;  ///< of b and g, with which each kernel begins

/// Text in the place of other text. A $ stands on either side of where the error is.
struct Splice {
    Span replaced;
    std::string text;
};
struct Change {
    Code code;
    std::string edit;
    std::vector<Splice> splices;
};

/// A valid kernel as text, and where in it what stands.
class Original {
public:
    explicit Original(const syntax::File& file)
        : source_("valid.ph", syntax::print(file)), file_(syntax::parse(source_).file) {}

    [[nodiscard]] const syntax::File& file() const { return file_; }
    [[nodiscard]] const Kernel& kernel() const { return std::get<Kernel>(file_.items.back()); }
    [[nodiscard]] std::string text_of(Span span) const {
        return std::string(source_.text().substr(span.begin, span.end - span.begin));
    }
    [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(source_.text().size()); }
    /// Of the kernel with its attributes.
    [[nodiscard]] std::uint32_t beginning() const { return kernel().attributes.front().span.begin; }

    /// Statements before which all threads of the CTA are there.
    [[nodiscard]] std::vector<const Statement*> uniform_places() const {
        std::vector<const Statement*> places;
        for (std::size_t i = declarations; i < kernel().body.statements.size(); ++i) {
            const Statement& statement = kernel().body.statements[i];
            places.push_back(&statement);
            bool may_leave = false;
            const auto look = [&](const Statement& inner) {
                may_leave = may_leave || std::holds_alternative<syntax::Return>(inner.node);
            };
            for_each_body(statement, [&](const Block& body) { for_each_statement(body, look); });
            if (may_leave) break;
        }
        return places;
    }
    [[nodiscard]] std::vector<const Statement*> places() const {
        std::vector<const Statement*> all;
        for_each_statement(kernel().body, [&](const Statement& statement) { all.push_back(&statement); });
        all.erase(all.begin(), all.begin() + declarations);
        return all;
    }

    /// The text with the changes; nothing where it has no two marks.
    [[nodiscard]] std::optional<InvalidTwin> changed(Change change) const {
        std::ranges::sort(change.splices, std::ranges::greater{}, [](const Splice& one) { return one.replaced.begin; });
        std::string text(source_.text());
        for (const Splice& splice : change.splices)
            text.replace(splice.replaced.begin, splice.replaced.end - splice.replaced.begin, splice.text);
        const std::size_t first = text.find('$');
        const std::size_t second = first == std::string::npos ? first : text.find('$', first + 1);
        if (second == std::string::npos) return std::nullopt;
        text.erase(second, 1);
        text.erase(first, 1);
        const Span place{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second - 1)};
        return InvalidTwin{std::move(text), change.code, place, std::move(change.edit)};
    }

private:
    SourceFile source_;
    syntax::File file_;
};

Span at(std::uint32_t offset) { return {offset, offset}; }

std::string_view name_of_attribute(std::string_view text) { return text.substr(1, text.find_first_of("( ") - 1); }

/// The attribute in front of the others, @launch and @aligned in the place of the one that is there; nothing where
/// another would stand twice.
std::optional<Splice> attribute_splice(const Original& original, const std::string& text) {
    const std::string_view attribute = name_of_attribute(text);
    for (const syntax::AttributeUse& use : original.kernel().attributes) {
        if (use.name.text != attribute) continue;
        if (attribute != "launch" && attribute != "aligned") return std::nullopt;
        std::string launch = text;
        if (const std::size_t threads = launch.find("THREADS"); threads != std::string::npos)
            launch.replace(threads, 7, original.text_of(use.expressions.front().span));
        return Splice{use.span, launch};
    }
    return Splice{at(original.beginning()), text + "\n"};
}

std::optional<Change> inserted(const Original& original, const Insertion& insertion, Random& random) {
    Change change{insertion.code, "inserted", {}};
    if (!insertion.statement.empty()) {
        const auto places = insertion.spot == Spot::uniform ? original.uniform_places() : original.places();
        if (places.empty()) return std::nullopt;
        change.splices.push_back({at(random.pick(places)->span.begin), std::string(insertion.statement) + "\n"});
    }
    if (!insertion.item.empty())
        change.splices.push_back({at(original.beginning()), std::string(insertion.item) + "\n"});
    if (!insertion.parameter.empty())
        change.splices.push_back(
            {at(original.kernel().parameters.back().type.span.end), ", " + std::string(insertion.parameter)});
    if (!insertion.attribute.empty()) {
        auto splice = attribute_splice(original, std::string(insertion.attribute));
        if (!splice) return std::nullopt;
        change.splices.push_back(*std::move(splice));
    }
    return change;
}

// --- what is too large, and what cannot end ---

std::string repeated(std::string_view text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
}

std::optional<Change> with_statement(const Original& original, Random& random, Code code, std::string statement) {
    return Change{code, "too large", {{at(random.pick(original.places())->span.begin), std::move(statement) + "\n"}}};
}
std::optional<Change> with_items(const Original& original, Code code, std::string items) {
    return Change{code, "too large", {{at(original.beginning()), std::move(items) + "\n"}}};
}

std::optional<Change> deep_expression(const Original& original, Random& random) {
    return with_statement(original, random, Code::expression_too_deep,
                          "let zz = $" + repeated("(", 1200) + "1" + repeated(")", 1200) + "$");
}
std::optional<Change> deep_blocks(const Original& original, Random& random) {
    return with_statement(original, random, Code::blocks_too_deep,
                          "$" + repeated("if b < 0 { ", 300) + repeated("} ", 300) + "$");
}
std::optional<Change> many_parameters(const Original& original, Random&) {
    std::string parameters;
    for (int i = 0; i < 1100; ++i) parameters += (i == 0 ? "" : ", ") + ("z" + std::to_string(i)) + ": i32";
    return with_items(original, Code::too_many_parameters, "fn zz($" + parameters + "$) { }");
}
/// Functions that each call the next so many times.
std::string tower(int functions, int calls) {
    std::string items = "fn z0() { }\n";
    for (int i = 1; i < functions; ++i)
        items += "fn z" + std::to_string(i) + "() { " + repeated("z" + std::to_string(i - 1) + "(); ", calls) + "}\n";
    return items;
}
std::optional<Change> call_of_tower(const Original& original, Random& random, Code code, int functions, int calls) {
    auto change = with_items(original, code, "$" + tower(functions, calls));
    const Statement& before = *random.pick(original.uniform_places());
    change->splices.push_back({at(before.span.begin), "z" + std::to_string(functions - 1) + "()$\n"});
    return change;
}
std::optional<Change> deep_calls(const Original& original, Random& random) {
    return call_of_tower(original, random, Code::calls_too_deep, 300, 1);
}
std::optional<Change> many_calls(const Original& original, Random& random) {
    return call_of_tower(original, random, Code::too_many_calls, 4, 22);
}
std::optional<Change> unclosed(const Original& original, Random&) {
    return Change{Code::unclosed_bracket, "left open", {{at(original.end()), "fn zz() ${$"}}};
}

// --- changes of what is there ---

/// All expressions in the kernel that `fits` takes.
std::vector<const Expression*> expressions_where(const Original& original,
                                                 const std::function<bool(const Expression&)>& fits) {
    std::vector<const Expression*> all;
    for_each_statement(original.kernel().body, [&](const Statement& statement) {
        for_each_expression(statement, [&](const Expression& expression) {
            for_each_within(expression, [&](const Expression& part) {
                if (fits(part)) all.push_back(&part);
            });
        });
    });
    return all;
}

std::optional<Change> replaced(Code code, std::string edit, Span span, std::string by) {
    return Change{code, std::move(edit), {{span, std::move(by)}}};
}

std::optional<Change> undeclared(const Original& original, Random& random) {
    const auto fitting = expressions_where(original, [](const Expression& expression) {
        const auto* use = std::get_if<syntax::NameUse>(&expression.node);
        return use != nullptr && (use->name.text[0] == 'v' || use->name.text[0] == 'l');
    });
    if (fitting.empty()) return std::nullopt;
    return replaced(Code::unknown_name, "name", random.pick(fitting)->span, "$nosuch$");
}

std::optional<Change> undeclared_buffer(const Original& original, Random& random) {
    const auto fitting = expressions_where(original, [](const Expression& expression) {
        return std::holds_alternative<syntax::Subscript>(expression.node);
    });
    if (fitting.empty()) return std::nullopt;
    const auto& subscript = std::get<syntax::Subscript>(random.pick(fitting)->node);
    return replaced(Code::unknown_name, "buffer", subscript.base.span, "$nosuch$");
}

bool is_elementwise_call(const Expression& expression, std::size_t arguments) {
    const auto* call = std::get_if<syntax::Call>(&expression.node);
    if (call == nullptr || call->over || (arguments != 0 && call->arguments.size() != arguments)) return false;
    const auto found = builtin(call->callee.text);
    return found && family(*found) == BuiltinFamily::elementwise;
}

std::optional<Change> unknown_callee(const Original& original, Random& random) {
    const auto fitting =
        expressions_where(original, [](const Expression& expression) { return is_elementwise_call(expression, 0); });
    if (fitting.empty()) return std::nullopt;
    const auto& call = std::get<syntax::Call>(random.pick(fitting)->node);
    return replaced(Code::unknown_function, "callee", call.callee.span, "$nosuch$");
}

std::optional<Change> lost_argument(const Original& original, Random& random) {
    const auto fitting =
        expressions_where(original, [](const Expression& expression) { return is_elementwise_call(expression, 2); });
    if (fitting.empty()) return std::nullopt;
    const Expression& whole = *random.pick(fitting);
    const auto& call = std::get<syntax::Call>(whole.node);
    return replaced(Code::argument_count, "argument", whole.span,
                    "$" + call.callee.text + "(" + original.text_of(call.arguments[0].span) + ")$");
}

std::optional<Change> unknown_field(const Original& original, Random& random) {
    const auto fitting = expressions_where(original, [](const Expression& expression) {
        return std::holds_alternative<syntax::ContextUse>(expression.node);
    });
    if (fitting.empty()) return std::nullopt;
    return replaced(Code::unknown_context_field, "field", random.pick(fitting)->span, "$ctx.lame$");
}

template <class Fits>
std::vector<const Statement*> statements_where(std::vector<const Statement*> statements, const Fits& fits) {
    std::erase_if(statements, [&](const Statement* statement) { return !fits(*statement); });
    return statements;
}

bool is_call_of(const Statement& statement, Builtin builtin) {
    const auto* evaluate = std::get_if<syntax::Evaluate>(&statement.node);
    const auto* call = evaluate == nullptr ? nullptr : std::get_if<syntax::Call>(&evaluate->call.node);
    return call != nullptr && call->callee.text == spelling(builtin);
}

std::optional<Change> lone_barrier(const Original& original, Random& random, Builtin barrier, Code code) {
    const auto fitting = statements_where(original.uniform_places(),
                                          [&](const Statement& statement) { return is_call_of(statement, barrier); });
    if (fitting.empty()) return std::nullopt;
    const Span span = random.pick(fitting)->span;
    return replaced(code, "barrier", span, "if ctx.lane < 5 {\n$" + original.text_of(span) + "$\n}");
}
std::optional<Change> divergent_barrier(const Original& original, Random& random) {
    return lone_barrier(original, random, Builtin::barrier, Code::block_operation_divergent);
}
std::optional<Change> divergent_warp_barrier(const Original& original, Random& random) {
    return lone_barrier(original, random, Builtin::warp_barrier, Code::lane_operation_divergent);
}

/// Operations of a warp in an assignment; nothing where there may be others.
std::optional<std::vector<const Expression*>> lane_operations(const Statement& statement) {
    std::vector<const Expression*> operations;
    bool is_known = std::holds_alternative<syntax::Assign>(statement.node);
    for_each_expression(statement, [&](const Expression& expression) {
        for_each_within(expression, [&](const Expression& part) {
            const auto* call = std::get_if<syntax::Call>(&part.node);
            if (call == nullptr || scalar_type(call->callee.text)) return;
            const auto found = builtin(call->callee.text);
            const bool is_of_warp =
                call->over ? *call->over == Scope::lanes : found && family(*found) == BuiltinFamily::shuffle;
            if (is_of_warp) operations.push_back(&part);
            const bool is_elsewhere =
                !found || family(*found) == BuiltinFamily::tile || (call->over && *call->over == Scope::threads);
            is_known = is_known && !is_elsewhere;
        });
    });
    return is_known ? std::optional(operations) : std::nullopt;
}

bool has_slice(const Statement& statement) {
    bool found = false;
    for_each_expression(statement, [&](const Expression& expression) {
        for_each_within(expression, [&](const Expression& part) {
            const auto* subscript = std::get_if<syntax::Subscript>(&part.node);
            found = found || (subscript != nullptr && std::ranges::any_of(subscript->places, [](const auto& place) {
                                  return !std::holds_alternative<syntax::Point>(place.node);
                              }));
        });
    });
    return found;
}

std::optional<Change> divergent_collective(const Original& original, Random& random) {
    const auto fitting = statements_where(original.uniform_places(), [](const Statement& statement) {
        const auto operations = lane_operations(statement);
        const auto* assign = std::get_if<syntax::Assign>(&statement.node);
        return operations && operations->size() == 1 && !has_slice(statement) &&
               std::holds_alternative<syntax::NameUse>(assign->target.node);
    });
    if (fitting.empty()) return std::nullopt;
    const Statement& statement = *random.pick(fitting);
    const Span operation = lane_operations(statement)->front()->span;
    return Change{Code::lane_operation_divergent,
                  "collective",
                  {{at(statement.span.begin), "if ctx.lane < 7 {\n"},
                   {operation, "$" + original.text_of(operation) + "$"},
                   {at(statement.span.end), "\n}"}}};
}

std::optional<Change> no_step(const Original& original, Random& random) {
    const auto fitting = statements_where(original.places(), [](const Statement& statement) {
        const auto* loop = std::get_if<syntax::For>(&statement.node);
        return loop != nullptr && loop->step && std::holds_alternative<syntax::IntegerLiteral>(loop->step->node);
    });
    if (fitting.empty()) return std::nullopt;
    return replaced(Code::constant_step, "step", std::get<syntax::For>(random.pick(fitting)->node).step->span, "$0$");
}

std::optional<Change> lost_return(const Original& original, Random& random) {
    std::vector<const syntax::Function*> fitting;
    for (const syntax::Item& item : original.file().items)
        if (const auto* function = std::get_if<syntax::Function>(&item); function != nullptr && function->result)
            fitting.push_back(function);
    if (fitting.empty()) return std::nullopt;
    const syntax::Function& function = *random.pick(fitting);
    return Change{Code::missing_return,
                  "return",
                  {{at(function.span.begin), "$"},
                   {function.body.statements.back().span, ""},
                   {at(function.body.span.end), "$"}}};
}

std::optional<Change> twice_declared(const Original& original, Random& random) {
    const auto fitting = statements_where(original.places(), [](const Statement& statement) {
        return std::holds_alternative<syntax::Let>(statement.node) ||
               std::holds_alternative<syntax::Var>(statement.node);
    });
    if (fitting.empty()) return std::nullopt;
    const Statement& statement = *random.pick(fitting);
    const auto* let = std::get_if<syntax::Let>(&statement.node);
    const std::string& variable = let != nullptr ? let->name.text : std::get<syntax::Var>(statement.node).name.text;
    return Change{Code::duplicate_name, "declaration", {{at(statement.span.end), "\nlet $" + variable + "$ = 1"}}};
}

std::optional<Change> wrong_threads(const Original& original, Random& random) {
    const syntax::AttributeUse& launch = original.kernel().attributes.front();
    PHOBOS_ASSERT(launch.name.text == "launch");
    return replaced(Code::launch_threads, "threads", launch.expressions.front().span,
                    "$" + std::to_string(random.between(1, 31)) + "$");
}

using Make = std::optional<Change> (*)(const Original&, Random&);
struct MakeRow {
    Code code;
    Make make;
};
constexpr std::array made{
    MakeRow{Code::unclosed_bracket, unclosed},
    MakeRow{Code::expression_too_deep, deep_expression},
    MakeRow{Code::blocks_too_deep, deep_blocks},
    MakeRow{Code::too_many_parameters, many_parameters},
    MakeRow{Code::calls_too_deep, deep_calls},
    MakeRow{Code::too_many_calls, many_calls},
    MakeRow{Code::unknown_name, undeclared},
    MakeRow{Code::unknown_name, undeclared_buffer},
    MakeRow{Code::unknown_function, unknown_callee},
    MakeRow{Code::argument_count, lost_argument},
    MakeRow{Code::unknown_context_field, unknown_field},
    MakeRow{Code::block_operation_divergent, divergent_barrier},
    MakeRow{Code::lane_operation_divergent, divergent_warp_barrier},
    MakeRow{Code::lane_operation_divergent, divergent_collective},
    MakeRow{Code::constant_step, no_step},
    MakeRow{Code::missing_return, lost_return},
    MakeRow{Code::duplicate_name, twice_declared},
    MakeRow{Code::launch_threads, wrong_threads},
};

}  // namespace

std::vector<InvalidTwin> invalid_twins(const syntax::File& valid, std::uint64_t seed, std::size_t most) {
    const Original original(valid);
    const std::size_t changes = insertions().size() + made.size();
    Random random(seed);
    std::vector<InvalidTwin> twins;
    for (std::size_t i = 0; i < changes && twins.size() < most; ++i) {
        const std::size_t number = (static_cast<std::size_t>(seed) * most + i) % changes;
        auto change = number < made.size() ? made[number].make(original, random)
                                           : inserted(original, insertions()[number - made.size()], random);
        auto twin = change ? original.changed(*std::move(change)) : std::nullopt;
        if (twin) twins.push_back(*std::move(twin));
    }
    return twins;
}

std::set<Code> codes_of_twins() {
    std::set<Code> codes;
    for (const Insertion& insertion : insertions()) codes.insert(insertion.code);
    for (const MakeRow& row : made) codes.insert(row.code);
    return codes;
}

}  // namespace phobos::fuzz
