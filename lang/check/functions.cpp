// SPDX-License-Identifier: Apache-2.0
#include "lang/check/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <variant>

#include "lang/base/overloaded.h"
#include "lang/vocabulary/builtins.h"

namespace phobos::check {
namespace {

using diagnostics::Code;

/// A call in a function's body and the function it is of.
struct Edge {
    std::size_t callee;
    Span span;
};

/// Finds the calls of functions in a body.
class CallFinder {
public:
    explicit CallFinder(const Functions& functions) : functions_(functions) {}

    std::vector<Edge> calls_in(const syntax::Block& block) {
        visit(block);
        return std::move(found_);
    }

private:
    void visit(const syntax::Block& block) {
        for (const syntax::Statement& statement : block.statements) visit(statement);
    }
    void visit(const syntax::Statement& statement);
    void visit(const syntax::Expression& expression);
    void visit(const syntax::Place& place);
    /// The function that a `generate` names.
    void visit_generating(const syntax::Expression& named, Span call) {
        const auto* use = std::get_if<syntax::NameUse>(&named.node);
        const auto callee = use != nullptr ? functions_.by_name.find(use->name.text) : functions_.by_name.end();
        if (callee != functions_.by_name.end()) found_.push_back({callee->second, call});
    }
    void visit(const std::optional<syntax::Expression>& expression) {
        if (expression) visit(*expression);
    }

    const Functions& functions_;
    std::vector<Edge> found_;
};

void CallFinder::visit(const syntax::Statement& statement) {
    std::visit(Overloaded{
                   [&](const syntax::Let& node) { visit(node.value); },
                   [&](const syntax::Var& node) { visit(node.value); },
                   [&](const syntax::Assign& node) { visit(node.target), visit(node.value); },
                   [&](const syntax::If& node) {
                       for (const syntax::Arm& arm : node.arms) visit(arm.condition), visit(arm.body);
                       if (node.otherwise) visit(*node.otherwise);
                   },
                   [&](const syntax::For& node) {
                       visit(node.start), visit(node.end), visit(node.step);
                       visit(node.body);
                   },
                   [&](const syntax::While& node) { visit(node.condition), visit(node.body); },
                   [](const syntax::Break&) {},
                   [](const syntax::Continue&) {},
                   [&](const syntax::Return& node) { visit(node.value); },
                   [&](const syntax::Evaluate& node) { visit(node.call); },
               },
               statement.node);
}

void CallFinder::visit(const syntax::Expression& expression) {
    std::visit(Overloaded{
                   [](const syntax::IntegerLiteral&) {},
                   [](const syntax::FloatLiteral&) {},
                   [](const syntax::BoolLiteral&) {},
                   [](const syntax::NameUse&) {},
                   [](const syntax::ContextUse&) {},
                   [&](const syntax::Unary& node) { visit(*node.operand); },
                   [&](const syntax::Binary& node) { visit(*node.left), visit(*node.right); },
                   [&](const syntax::Call& node) {
                       const auto callee = functions_.by_name.find(node.callee.text);
                       const bool is_builtin = node.over || builtin(node.callee.text) || scalar_type(node.callee.text);
                       if (!is_builtin && callee != functions_.by_name.end())
                           found_.push_back({callee->second, expression.span});
                       if (!node.over && builtin(node.callee.text) == Builtin::generate && !node.arguments.empty())
                           visit_generating(node.arguments.front(), expression.span);
                       for (const syntax::Expression& argument : node.arguments) visit(argument);
                   },
                   [&](const syntax::Subscript& node) {
                       for (const syntax::Place& place : node.places) visit(place);
                   },
               },
               expression.node);
}

void CallFinder::visit(const syntax::Place& place) {
    std::visit(Overloaded{
                   [&](const syntax::Point& node) { visit(*node.index); },
                   [&](const syntax::LengthSpan& node) { visit(*node.start), visit(*node.length); },
                   [&](const syntax::RangeSpan& node) {
                       if (node.begin) visit(**node.begin);
                       if (node.end) visit(**node.end);
                   },
               },
               place.node);
}

/// A depth-first walk over the calls, which reports each call that closes a circle.
class RecursionFinder {
public:
    RecursionFinder(Functions& functions, diagnostics::List& diagnostics)
        : functions_(functions), diagnostics_(diagnostics) {
        CallFinder finder(functions);
        for (const FunctionEntry& entry : functions.all) edges_.push_back(finder.calls_in(entry.tree->body));
        states_.resize(functions.all.size(), State::new_one);
    }

    void run() {
        for (std::size_t index = 0; index < functions_.all.size(); ++index)
            if (states_[index] == State::new_one) walk_from(index);
    }

private:
    enum class State : std::uint8_t { new_one, on_path, done };
    struct Step {
        std::size_t function;
        std::size_t next_edge;
    };

    void walk_from(std::size_t root) {
        path_ = {{root, 0}};
        states_[root] = State::on_path;
        while (!path_.empty()) {
            Step& step = path_.back();
            if (step.next_edge == edges_[step.function].size()) {
                states_[step.function] = State::done;
                path_.pop_back();
                continue;
            }
            const Edge edge = edges_[step.function][step.next_edge++];
            if (states_[edge.callee] == State::on_path) report(edge);
            if (states_[edge.callee] != State::new_one) continue;
            states_[edge.callee] = State::on_path;
            path_.push_back({edge.callee, 0});
        }
    }

    void report(const Edge& closing) {
        const auto first =
            std::find_if(path_.begin(), path_.end(), [&](const Step& step) { return step.function == closing.callee; });
        const std::string& name = functions_.all[closing.callee].tree->name.text;
        diagnostics::Diagnostic diagnostic{Code::recursive_function, closing.span, {}, {}, {}};
        std::string chain = fmt::format("`{}`", name);
        constexpr std::ptrdiff_t most_shown = 8;
        for (auto step = first; step != path_.end(); ++step) {
            functions_.all[step->function].is_sound = false;
            if (step == first || step - first > most_shown) continue;
            const syntax::Name& through = functions_.all[step->function].tree->name;
            chain += fmt::format(" calls `{}`, which", through.text);
            const Step& caller = *(step - 1);
            diagnostic.notes.push_back(
                {edges_[caller.function][caller.next_edge - 1].span, fmt::format("`{}` is called here", through.text)});
        }
        if (path_.end() - first > most_shown + 1) chain += " goes on until it";
        diagnostic.message = fmt::format("{} calls {}: functions do not call themselves", chain,
                                         path_.end() - first == 1 ? "itself" : fmt::format("`{}`", name));
        diagnostics_.add(std::move(diagnostic));
    }

    Functions& functions_;
    diagnostics::List& diagnostics_;
    std::vector<std::vector<Edge>> edges_;
    std::vector<State> states_;
    std::vector<Step> path_;
};

}  // namespace

const FunctionEntry* Functions::find(const std::string& name) const {
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : &all[found->second];
}

Functions collect_functions(const syntax::File& file, diagnostics::List& diagnostics) {
    Functions result;
    std::unordered_map<std::string_view, Span> declared;
    for (const syntax::Item& item : file.items) {
        const syntax::Name& name = std::visit([](const auto& node) -> const syntax::Name& { return node.name; }, item);
        const auto [first, is_new] = declared.emplace(name.text, name.span);
        const auto* function = std::get_if<syntax::Function>(&item);
        if (!is_new)
            diagnostics.add({Code::duplicate_item,
                             name.span,
                             fmt::format("`{}` is defined twice", name.text),
                             {{first->second, "first defined here"}},
                             {}});
        if (function != nullptr && (builtin(name.text) || scalar_type(name.text)))
            diagnostics.add({Code::function_named_as_builtin,
                             name.span,
                             fmt::format("`{}` is a {}: a function needs another name", name.text,
                                         builtin(name.text) ? "builtin" : "type"),
                             {},
                             {}});
        if (function != nullptr) {
            if (is_new) result.by_name.emplace(name.text, result.all.size());
            result.all.push_back({function, true});
        } else if (is_new) {
            result.kernels.emplace(name.text, &std::get<syntax::Kernel>(item));
        }
    }
    RecursionFinder(result, diagnostics).run();
    return result;
}

}  // namespace phobos::check
