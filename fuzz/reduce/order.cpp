// SPDX-License-Identifier: Apache-2.0
#include "fuzz/reduce/order.h"

#include <algorithm>
#include <map>
#include <string>
#include <variant>

#include "fuzz/generate/walk.h"

namespace phobos::fuzz {
namespace {

using syntax::Block;
using syntax::Expression;
using syntax::Statement;

/// What happened to a shared buffer since the last barrier of the block.
struct Since {
    bool written_own = false;
    bool read_elsewhere = false;
};

bool is_own(const syntax::Subscript& subscript) {
    if (subscript.places.size() != 1) return false;
    const auto* point = std::get_if<syntax::Point>(&subscript.places.front().node);
    if (point == nullptr) return false;
    const auto* field = std::get_if<syntax::ContextUse>(&point->index->node);
    return field != nullptr && field->field == ContextField::thread;
}

/// Walks the statements as a thread might meet them, loops twice.
class Walk {
public:
    [[nodiscard]] bool is_kept() const { return is_kept_; }

    void take(const Block& block) {
        for (const Statement& statement : block.statements) take(statement);
    }

private:
    void take(const Statement& statement) {
        if (const auto* assign = std::get_if<syntax::Assign>(&statement.node)) {
            read(assign->value);
            const auto* target = std::get_if<syntax::Subscript>(&assign->target.node);
            if (target == nullptr) return;
            for_each_index(*target, [&](const Expression& index) { read(index); });
            if (const auto found = buffers_.find(target->base.text); found != buffers_.end() && is_own(*target)) {
                is_kept_ = is_kept_ && !found->second.read_elsewhere;
                found->second.written_own = true;
            }
            return;
        }
        for_each_expression(statement, [&](const Expression& expression) { read(expression); });
        const auto* var = std::get_if<syntax::Var>(&statement.node);
        if (var != nullptr && !var->value) buffers_[var->name.text] = {};
        const bool turns = std::holds_alternative<syntax::For>(statement.node) ||
                           std::holds_alternative<syntax::While>(statement.node);
        for (int turn = 0; turn < (turns ? 2 : 1); ++turn)
            for_each_body(statement, [&](const Block& body) { take(body); });
    }

    void read(const Expression& expression) {
        for_each_operand(expression, [&](const Expression& operand) { read(operand); });
        if (const auto* subscript = std::get_if<syntax::Subscript>(&expression.node)) {
            const auto found = buffers_.find(subscript->base.text);
            if (found == buffers_.end() || is_own(*subscript)) return;
            is_kept_ = is_kept_ && !found->second.written_own;
            found->second.read_elsewhere = true;
        } else if (const auto* call = std::get_if<syntax::Call>(&expression.node);
                   call != nullptr && call->callee.text == "barrier") {
            for (auto& [name, since] : buffers_) since = {};
        }
    }

    std::map<std::string, Since> buffers_;
    bool is_kept_ = true;
};

}  // namespace

bool keeps_order(const syntax::File& file) {
    return std::ranges::all_of(file.items, [](const syntax::Item& item) {
        Walk walk;
        walk.take(body_of(item));
        return walk.is_kept();
    });
}

}  // namespace phobos::fuzz
