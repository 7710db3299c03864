// SPDX-License-Identifier: Apache-2.0
// A tree that is built otherwise of the same text: precedence, literals, attributes, ranges (chapters 03 to 05).
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fuzz/mutation/registry.h"
#include "lang/base/overloaded.h"
#include "lang/vocabulary/operators.h"

namespace phobos::mutation {
namespace {

using syntax::Binary;
using syntax::Expression;

/// Calls `visit` with every expression of a tree, each after what it holds, and with every statement.
template <class Visit>
class Walker {
public:
    explicit Walker(const Visit& visit) : visit_(visit) {}

    void walk(syntax::File& file) const {
        for (syntax::Item& item : file.items) std::visit([&](auto& node) { walk(node.body); }, item);
    }
    void walk(syntax::Kernel& kernel) const { walk(kernel.body); }

private:
    void walk(std::optional<Expression>& expression) const {
        if (expression) walk(*expression);
    }
    void walk(Expression& expression) const {
        std::visit(Overloaded{[&](syntax::Unary& node) { walk(*node.operand); },
                              [&](Binary& node) { walk(*node.left), walk(*node.right); },
                              [&](syntax::Call& node) {
                                  for (Expression& argument : node.arguments) walk(argument);
                              },
                              [&](syntax::Subscript& node) {
                                  for (syntax::Place& place : node.places)
                                      if (auto* point = std::get_if<syntax::Point>(&place.node)) walk(*point->index);
                              },
                              [](auto&) {}},
                   expression.node);
        if constexpr (std::is_invocable_v<Visit, Expression&>) visit_(expression);
    }
    void walk(syntax::Block& block) const {
        for (syntax::Statement& statement : block.statements) {
            std::visit(
                Overloaded{
                    [&](syntax::Let& node) { walk(node.value); }, [&](syntax::Var& node) { walk(node.value); },
                    [&](syntax::Assign& node) { walk(node.target), walk(node.value); },
                    [&](syntax::If& node) {
                        for (syntax::Arm& arm : node.arms) walk(arm.condition), walk(arm.body);
                        if (node.otherwise) walk(*node.otherwise);
                    },
                    [&](syntax::For& node) { walk(node.start), walk(node.end), walk(node.step), walk(node.body); },
                    [&](syntax::While& node) { walk(node.condition), walk(node.body); },
                    [&](syntax::Return& node) { walk(node.value); }, [&](syntax::Evaluate& node) { walk(node.call); },
                    [](auto&) {}},
                statement.node);
            if constexpr (std::is_invocable_v<Visit, syntax::Statement&>) visit_(statement);
        }
    }
    const Visit& visit_;
};

/// Changes every node of a kind.
template <class Node, class Part, class Change>
OnTree changing_tree(Change change) {
    return {[change](syntax::File& file) {
        bool changed = false;
        const auto visit = [&](Part& part) {
            if (auto* node = std::get_if<Node>(&part.node)) changed = change(*node, part) || changed;
        };
        Walker(visit).walk(file);
        return changed;
    }};
}

Expression binary(BinaryOperator op, Expression left, Expression right, Span span) {
    return {Binary{op, std::move(left), std::move(right)}, span};
}
const Binary* as_binary(const Expression& expression) { return std::get_if<Binary>(&expression.node); }
/// Without the parentheses that the text may have had, which no tree shows.
bool is_enclosed(const Expression& outer, const Expression& inner) {
    return inner.span.begin != outer.span.begin && inner.span.end != outer.span.end;
}

/// a op (b other c), other binding tighter, is read as (a op b) other c.
OnTree same_precedence(std::uint8_t loose) {
    return changing_tree<Binary, Expression>([loose](Binary& node, Expression& part) {
        const Binary* right = as_binary(*node.right);
        if (right == nullptr || row(node.op).precedence != loose || row(right->op).precedence <= loose) return false;
        if (is_enclosed(part, *node.right)) return false;
        Expression left = binary(node.op, *node.left, *right->left, part.span);
        Expression whole = binary(right->op, std::move(left), *right->right, part.span);
        part = std::move(whole);
        return true;
    });
}
/// (a op b) op c is read as a op (b op c).
OnTree right_associative(std::uint8_t precedence) {
    return changing_tree<Binary, Expression>([precedence](Binary& node, Expression& part) {
        const Binary* left = as_binary(*node.left);
        if (left == nullptr || row(node.op).precedence != precedence || row(left->op).precedence != precedence)
            return false;
        Expression right = binary(node.op, *left->right, *node.right, part.span);
        Expression whole = binary(left->op, *left->left, std::move(right), part.span);
        part = std::move(whole);
        return true;
    });
}

bool is_conversion(const syntax::Call& node) {
    return scalar_type(node.callee.text).has_value() && node.arguments.size() == 1;
}
/// Puts a conversion around a literal: to one type where it is an integer, to another where it is a float, if any.
bool with_type(Expression& part, std::string_view of_integer, std::string_view of_float) {
    const bool is_integer = std::holds_alternative<syntax::IntegerLiteral>(part.node);
    if (!is_integer && !std::holds_alternative<syntax::FloatLiteral>(part.node)) return false;
    const std::string type(is_integer ? of_integer : of_float);
    if (type.empty()) return false;
    const Span span = part.span;
    std::vector<Expression> arguments{std::move(part)};
    part = {syntax::Call{{type, span}, std::nullopt, std::move(arguments)}, span};
    return true;
}

bool is_float_literal(const Expression& expression) {
    return std::holds_alternative<syntax::FloatLiteral>(expression.node);
}
/// What f64 makes of an operator between two float literals, as a literal.
bool fold_in_f64(Binary& node, Expression& part) {
    if (!is_float_literal(*node.left) || !is_float_literal(*node.right)) return false;
    const double left = std::strtod(std::get<syntax::FloatLiteral>(node.left->node).text.c_str(), nullptr);
    const double right = std::strtod(std::get<syntax::FloatLiteral>(node.right->node).text.c_str(), nullptr);
    double value = 0;
    if (node.op == BinaryOperator::add)
        value = left + right;
    else if (node.op == BinaryOperator::multiply)
        value = left * right;
    else if (node.op == BinaryOperator::divide && right != 0)
        value = left / right;
    if (!(value > 0) || value - value != 0) return false;
    part.node = syntax::FloatLiteral{fmt::format("{:.17e}", value)};
    return true;
}
/// Between two integer literals, which may have a minus: `change` takes their values, and gives the wrong one if any.
template <class Change>
OnTree folding_integers(BinaryOperator op, Change change) {
    return changing_tree<Binary, Expression>([op, change](Binary& node, Expression& part) {
        const auto value_of = [](const Expression& side) -> std::optional<std::int64_t> {
            const auto* minus = std::get_if<syntax::Unary>(&side.node);
            const Expression& inner = minus != nullptr ? *minus->operand : side;
            const auto* literal = std::get_if<syntax::IntegerLiteral>(&inner.node);
            if (literal == nullptr || literal->magnitude > 0x8000'0000) return std::nullopt;
            if (minus != nullptr && minus->op != UnaryOperator::negate) return std::nullopt;
            const auto magnitude = static_cast<std::int64_t>(literal->magnitude);
            return minus != nullptr ? -magnitude : magnitude;
        };
        const auto left = value_of(*node.left);
        const auto right = value_of(*node.right);
        if (node.op != op || !left || !right) return false;
        const std::optional<std::int64_t> wrong = change(*left, *right);
        if (!wrong) return false;
        Expression literal{syntax::IntegerLiteral{static_cast<std::uint64_t>(*wrong < 0 ? -*wrong : *wrong)},
                           part.span};
        if (*wrong < 0)
            part.node = syntax::Unary{UnaryOperator::negate, std::move(literal)};
        else
            part = std::move(literal);
        return true;
    });
}
void add_constants(Faults& faults) {
    const auto add = [&](std::string id, std::string_view rules, Seam seam) {
        faults.push_back({std::move(id), rules_of(rules), std::move(seam)});
    };
    const auto rounded_down = [](std::int64_t left, std::int64_t right) -> std::optional<std::int64_t> {
        if (right == 0 || left % right == 0 || (left < 0) == (right < 0)) return std::nullopt;
        return left / right - 1;
    };
    add("constants-divide-rounding-down", "num-2 expr-17", folding_integers(BinaryOperator::divide, rounded_down));
    add("remainders-of-constants-have-the-sign-of-the-divisor", "num-2 expr-17",
        folding_integers(BinaryOperator::remainder,
                         [=](std::int64_t left, std::int64_t right) -> std::optional<std::int64_t> {
                             if (!rounded_down(left, right)) return std::nullopt;
                             return left % right + right;
                         }));
    static constexpr std::int64_t greatest = 0x7fff'ffff;
    add("sums-of-constants-saturate", "num-1 expr-17",
        folding_integers(BinaryOperator::add, [](std::int64_t left, std::int64_t right) -> std::optional<std::int64_t> {
            if (left + right <= greatest) return std::nullopt;
            return greatest;
        }));
    add("products-of-constants-saturate", "num-1 expr-17",
        folding_integers(BinaryOperator::multiply,
                         [](std::int64_t left, std::int64_t right) -> std::optional<std::int64_t> {
                             if (left * right <= greatest) return std::nullopt;
                             return greatest;
                         }));
    add("float-constants-are-computed-in-f64", "num-8 num-10 expr-17", changing_tree<Binary, Expression>(fold_in_f64));
}

/// Names of autotune constants stand for their first choice, whatever a launch sets.
bool name_first_choices(syntax::File& file) {
    bool changed = false;
    for (syntax::Item& item : file.items) {
        auto* kernel = std::get_if<syntax::Kernel>(&item);
        if (kernel == nullptr) continue;
        std::vector<std::pair<std::string, Expression>> firsts;
        for (const syntax::AttributeUse& use : kernel->attributes)
            for (const syntax::Choices& choices : use.choices)
                if (!choices.values.empty()) firsts.emplace_back(choices.name.text, choices.values.front());
        const auto visit = [&](Expression& part) {
            const auto* use = std::get_if<syntax::NameUse>(&part.node);
            if (use == nullptr) return;
            const auto first = std::ranges::find(firsts, use->name.text, &std::pair<std::string, Expression>::first);
            if (first == firsts.end()) return;
            const Span span = part.span;
            part = first->second;
            part.span = span;
            changed = true;
        };
        Walker(visit).walk(*kernel);
        for (syntax::AttributeUse& use : kernel->attributes)
            for (Expression& expression : use.expressions) visit(expression);
    }
    return changed;
}
bool exchange_kernels(syntax::File& file) {
    std::vector<syntax::Kernel*> kernels;
    for (syntax::Item& item : file.items)
        if (auto* kernel = std::get_if<syntax::Kernel>(&item)) kernels.push_back(kernel);
    if (kernels.size() < 2) return false;
    std::swap(kernels[0]->name, kernels[1]->name);
    return true;
}

OnTree without_attribute(std::string_view name) {
    return {[name](syntax::File& file) {
        bool changed = false;
        for (syntax::Item& item : file.items)
            if (auto* kernel = std::get_if<syntax::Kernel>(&item))
                changed = std::erase_if(kernel->attributes,
                                        [&](const syntax::AttributeUse& use) { return use.name.text == name; }) > 0 ||
                          changed;
        return changed;
    }};
}

/// A pipeline of so many stages does not run what the last one holds.
bool lose_the_last_stage(syntax::File& file) {
    bool changed = false;
    for (syntax::Item& item : file.items) {
        auto* kernel = std::get_if<syntax::Kernel>(&item);
        if (kernel == nullptr || kernel->body.statements.empty()) continue;
        if (std::ranges::none_of(kernel->attributes,
                                 [](const syntax::AttributeUse& use) { return use.name.text == "pipeline"; }))
            continue;
        kernel->body.statements.pop_back();
        changed = true;
    }
    return changed;
}

}  // namespace

Faults tree_faults() {
    Faults faults;
    const auto add = [&](std::string id, std::string_view rules, Seam seam) {
        faults.push_back({std::move(id), rules_of(rules), std::move(seam)});
    };
    for (std::uint8_t precedence = 1; precedence < 10; ++precedence)
        add(fmt::format("precedence-{}-binds-as-tightly-as-the-next", precedence), "expr-1",
            same_precedence(precedence));
    for (std::uint8_t precedence = 8; precedence <= 10; ++precedence)
        add(fmt::format("precedence-{}-associates-to-the-right", precedence), "expr-1", right_associative(precedence));
    add("unary-minus-binds-loosest", "expr-1 expr-7",
        changing_tree<Binary, Expression>([](Binary& node, Expression& part) {
            const auto* minus = std::get_if<syntax::Unary>(&node.left->node);
            if (minus == nullptr || minus->op != UnaryOperator::negate || shape(node.op) != OperatorShape::arithmetic)
                return false;
            if (node.op == BinaryOperator::multiply || node.op == BinaryOperator::divide) return false;
            Expression inner = binary(node.op, *minus->operand, *node.right, part.span);
            part.node = syntax::Unary{UnaryOperator::negate, std::move(inner)};
            return true;
        }));
    add("launch-is-ignored", "ctx-14 ctx-12 ctx-21", without_attribute("launch"));
    add("blocks-have-128-threads-by-default", "ctx-14", {OnTree{[](syntax::File& file) {
            bool changed = false;
            for (syntax::Item& item : file.items) {
                auto* kernel = std::get_if<syntax::Kernel>(&item);
                if (kernel == nullptr || std::ranges::any_of(kernel->attributes, [](const syntax::AttributeUse& use) {
                        return use.name.text == "launch";
                    }))
                    continue;
                kernel->attributes.push_back({{"launch", kernel->span}, {}, {}, {}, {}, kernel->span});
                kernel->attributes.back().expressions.push_back({syntax::IntegerLiteral{128}, kernel->span});
                changed = true;
            }
            return changed;
        }}});
    add("pipelines-lose-their-last-stage", "ctx-21", OnTree{lose_the_last_stage});
    add("aligned-is-ignored", "ctx-19 ctx-12", without_attribute("aligned"));
    add("persistent-is-ignored", "ctx-12 coll-21", without_attribute("persistent"));
    add("autotune-takes-its-last-value", "ctx-16", {OnTree{[](syntax::File& file) {
            bool changed = false;
            for (syntax::Item& item : file.items)
                if (auto* kernel = std::get_if<syntax::Kernel>(&item))
                    for (syntax::AttributeUse& use : kernel->attributes)
                        for (syntax::Choices& choices : use.choices)
                            if (choices.values.size() > 1)
                                std::swap(choices.values.front(), choices.values.back()), changed = true;
            return changed;
        }}});
    add("kernels-and-functions-only-before-their-use", "ctx-1", {OnTree{[](syntax::File& file) {
            const bool changed = file.items.size() > 1 && std::holds_alternative<syntax::Kernel>(file.items.front()) &&
                                 std::holds_alternative<syntax::Function>(file.items.back());
            if (changed) file.items.pop_back();
            return changed;
        }}});
    add("settings-change-nothing-in-a-body", "ctx-18", OnTree{name_first_choices});
    add("kernels-are-taken-for-each-other", "ctx-36", OnTree{exchange_kernels});
    add_constants(faults);
    add("literals-of-f64-are-those-of-f32", "expr-12 expr-25 expr-9",
        changing_tree<syntax::FloatLiteral, Expression>([](syntax::FloatLiteral& node, Expression&) {
            const double exact = std::strtod(node.text.c_str(), nullptr);
            const auto rounded = static_cast<double>(std::strtof(node.text.c_str(), nullptr));
            if (rounded == exact || rounded - rounded != 0) return false;
            node.text = fmt::format("{:.17e}", rounded);
            return true;
        }));
    add("integer-literals-are-one-more", "expr-11 expr-8 expr-17",
        changing_tree<syntax::IntegerLiteral, Expression>([](syntax::IntegerLiteral& node, Expression&) {
            node.magnitude += 1;
            return node.magnitude != 0;
        }));
    add("literals-have-their-default-type", "expr-8 expr-9 expr-10 expr-13 type-5",
        changing_tree<Binary, Expression>([](Binary& node, Expression&) {
            bool changed = false;
            for (Expression* side : {&*node.left, &*node.right}) changed = with_type(*side, "i32", "f32") || changed;
            return changed;
        }));
    add("literals-in-conversions-have-their-default-type", "expr-25",
        changing_tree<syntax::Call, Expression>([](syntax::Call& node, Expression&) {
            return is_conversion(node) && node.callee.text != "i32" && with_type(node.arguments.front(), "i32", "");
        }));
    add("literals-are-converted-through-f16", "expr-25 expr-12",
        changing_tree<syntax::Call, Expression>([](syntax::Call& node, Expression&) {
            return is_conversion(node) && node.callee.text != "f16" && with_type(node.arguments.front(), "", "f16");
        }));
    add("true-is-false", "expr-14",
        changing_tree<syntax::BoolLiteral, Expression>([](syntax::BoolLiteral& node, Expression&) {
            node.value = !node.value;
            return true;
        }));
    add("else-if-is-left-out", "stmt-16",
        changing_tree<syntax::If, syntax::Statement>([](syntax::If& node, syntax::Statement&) {
            if (node.arms.size() < 2) return false;
            node.arms.pop_back();
            return true;
        }));
    add("unroll-is-the-step", "stmt-23",
        changing_tree<syntax::For, syntax::Statement>([](syntax::For& node, syntax::Statement&) {
            if (!node.unroll || node.step) return false;
            node.step = node.unroll;
            if (!node.start) node.start = Expression{syntax::IntegerLiteral{}, node.end.span};
            return true;
        }));
    add("operands-of-a-compound-are-swapped", "stmt-12",
        changing_tree<syntax::Assign, syntax::Statement>([](syntax::Assign& node, syntax::Statement&) {
            if (node.op != BinaryOperator::subtract && node.op != BinaryOperator::divide) return false;
            node.value = binary(*node.op, node.value, node.target, node.value.span);
            node.op.reset();
            return true;
        }));
    return faults;
}

}  // namespace phobos::mutation
