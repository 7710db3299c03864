// SPDX-License-Identifier: Apache-2.0
#include "lang/check/variables.h"

#include <utility>

#include "lang/base/overloaded.h"

namespace phobos::check {

namespace {

using namespace program;

class Finder {
public:
    explicit Finder(const Program& program) : reassigned_(program.locals.size()) { find(program.body); }
    std::vector<bool> take() { return std::move(reassigned_); }

private:
    void find(const Block& block);
    void find(const Expression& expression);

    std::vector<bool> reassigned_;
};

void Finder::find(const Expression& expression) {
    std::visit(Overloaded{
                   [](const Constant&) {},
                   [](const DimUse&) {},
                   [](const ContextUse&) {},
                   [](const LocalUse&) {},
                   [&](const Unary& node) { find(*node.operand); },
                   [&](const Convert& node) { find(*node.operand); },
                   [&](const RunSum& node) { find(*node.run); },
                   [&](const Collective& node) { find(*node.operand); },
                   [&](const Ballot& node) { find(*node.predicate); },
                   [&](const Binary& node) { find(*node.left), find(*node.right); },
                   [&](const Logical& node) { find(*node.left), find(*node.right); },
                   [&](const RunElement& node) { find(*node.run), find(*node.index); },
                   [&](const RunWord& node) { find(*node.run), find(*node.index); },
                   [&](const Shuffle& node) { find(*node.value), find(*node.selector); },
                   [&](const Elementwise& node) {
                       for (const auto& each : node.arguments) find(each);
                   },
                   [&](const Load& node) {
                       for (const auto& each : node.subscripts) find(each);
                   },
                   [&](const RunLoad& node) {
                       for (const auto& each : node.subscripts) find(each);
                   },
                   [&](const Atomic& node) {
                       for (const auto& each : node.subscripts) find(each);
                       if (node.expected) find(**node.expected);
                       find(*node.operand);
                   },
                   [&](const Call& node) {
                       for (const auto& each : node.bindings) find(*each.argument);
                       find(*node.body);
                   },
               },
               expression.node);
}

void Finder::find(const Block& block) {
    for (const Statement& statement : block.statements)
        std::visit(Overloaded{
                       [&](const Assign& node) {
                           if (!node.declares) reassigned_[node.local.index] = true;
                           find(node.value);
                       },
                       [](const DeclareTile&) {},
                       [](const Break&) {},
                       [](const Continue&) {},
                       [](const Barrier&) {},
                       [](const WarpBarrier&) {},
                       [](const GridBarrier&) {},
                       [&](const Store& node) {
                           find(node.value);
                           for (const auto& each : node.subscripts) find(each);
                       },
                       [&](const RunStore& node) {
                           for (const auto& each : node.subscripts) find(each);
                           find(node.value);
                       },
                       [&](const If& node) {
                           find(node.condition);
                           find(*node.then);
                           find(*node.otherwise);
                       },
                       [&](const For& node) {
                           find(node.start), find(node.end), find(node.step);
                           find(*node.body);
                       },
                       [&](const While& node) { find(node.condition), find(*node.body); },
                       [&](const Return& node) {
                           if (node.value) find(*node.value);
                       },
                       [&](const Evaluate& node) { find(node.expression); },
                   },
                   statement.node);
}

}  // namespace

std::vector<bool> reassigned_locals(const Program& program) { return Finder(program).take(); }

}  // namespace phobos::check
