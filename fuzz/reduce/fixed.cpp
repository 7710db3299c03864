// SPDX-License-Identifier: Apache-2.0
#include "fuzz/reduce/fixed.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "fuzz/generate/walk.h"
#include "lang/vocabulary/builtins.h"

namespace phobos::fuzz {
namespace {

using syntax::Expression;
using syntax::Statement;

/// Names of tensors and shared buffers that somebody writes to.
std::set<std::string> written_names(const syntax::File& file) {
    std::set<std::string> names;
    const auto add = [&](const Expression& target) {
        if (const auto* subscript = std::get_if<syntax::Subscript>(&target.node)) names.insert(subscript->base.text);
    };
    for_each_statement_of(file, [&](const Statement& statement) {
        if (const auto* assign = std::get_if<syntax::Assign>(&statement.node)) add(assign->target);
        const auto* evaluate = std::get_if<syntax::Evaluate>(&statement.node);
        const auto* call = evaluate == nullptr ? nullptr : std::get_if<syntax::Call>(&evaluate->call.node);
        if (call == nullptr) return;
        for (const Expression& argument : call->arguments) {
            add(argument);
            if (const auto* use = std::get_if<syntax::NameUse>(&argument.node)) names.insert(use->name.text);
        }
    });
    return names;
}

class Finder {
public:
    explicit Finder(const syntax::File& file) : file_(file), written_(written_names(file)) {}

    Fixed find() {
        for_each_statement_of(file_, [&](const Statement& statement) {
            if (const auto* evaluate = std::get_if<syntax::Evaluate>(&statement.node))
                fixed_.whole.insert(&evaluate->call);
            const auto* assign = std::get_if<syntax::Assign>(&statement.node);
            if (assign == nullptr) return;
            fixed_.whole.insert(&assign->target);
            if (std::holds_alternative<syntax::Subscript>(assign->target.node)) fix(assign->target);
        });
        for_each_expression_of(file_, [&](const Expression& expression) { take(expression); });
        for (std::size_t before = 0; before != names_.size();) {
            before = names_.size();
            for_each_statement_of(file_, [&](const Statement& statement) { fix_definition(statement); });
        }
        return std::move(fixed_);
    }

private:
    void fix(const Expression& expression) {
        for_each_within(expression, [&](const Expression& part) {
            fixed_.whole.insert(&part);
            if (const auto* use = std::get_if<syntax::NameUse>(&part.node)) names_.insert(use->name.text);
        });
    }
    void take(const Expression& expression) {
        if (const auto* subscript = std::get_if<syntax::Subscript>(&expression.node)) {
            if (written_.contains(subscript->base.text))
                for_each_index(*subscript, [&](const Expression& index) { fix(index); });
            return;
        }
        const auto* call = std::get_if<syntax::Call>(&expression.node);
        const auto found = call == nullptr ? std::nullopt : builtin(call->callee.text);
        if (!found) {
            if (call != nullptr && gives_written(*call)) fix(expression);
            return;
        }
        if (*found == Builtin::store && !call->arguments.empty()) fix(call->arguments.front());
        if (family(*found) != BuiltinFamily::atomic) return;
        const bool is_ordered = *found == Builtin::atomic_exchange || *found == Builtin::atomic_cas;
        for (const Expression& argument : call->arguments)
            for_each_within(
                argument, [&](const Expression& part) { (is_ordered ? fixed_.whole : fixed_.literal).insert(&part); });
    }
    /// A call of a function that may write.
    [[nodiscard]] bool gives_written(const syntax::Call& call) const {
        return std::ranges::any_of(call.arguments, [&](const Expression& argument) {
            const auto* use = std::get_if<syntax::NameUse>(&argument.node);
            return use != nullptr && written_.contains(use->name.text);
        });
    }
    void fix_definition(const Statement& statement) {
        const auto* let = std::get_if<syntax::Let>(&statement.node);
        if (let != nullptr && names_.contains(let->name.text)) fix(let->value);
        const auto* var = std::get_if<syntax::Var>(&statement.node);
        if (var != nullptr && var->value && names_.contains(var->name.text)) fix(*var->value);
    }

    const syntax::File& file_;
    std::set<std::string> written_;
    std::set<std::string> names_;  ///< on which fixed expressions depend
    Fixed fixed_;
};

}  // namespace

Fixed fixed_of(const syntax::File& file) { return Finder(file).find(); }

}  // namespace phobos::fuzz
