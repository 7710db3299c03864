// SPDX-License-Identifier: Apache-2.0
#include "lang/syntax/printer.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string_view>
#include <variant>

#include "lang/base/overloaded.h"

namespace phobos::syntax {
namespace {

constexpr int loosest = 0;
constexpr std::size_t indent_width = 2;

/// Appends to one text, so that printing is linear.
class Printer {
public:
    std::string take() && { return std::move(text_); }

    void print(const File& file) {
        bool is_first = true;
        for (const Item& item : file.items) {
            if (!is_first) text_ += '\n';
            is_first = false;
            print(item);
        }
    }

    void print(const Item& item) {
        std::visit([this](const auto& node) { print_item(node); }, item);
    }

    void print(const Statement& statement) {
        indent();
        std::visit([this](const auto& node) { print_statement(node); }, statement.node);
        text_ += '\n';
    }

    /// In parentheses if an operator of the expression binds more loosely than `tightest`.
    void print(const Expression& expression, int tightest) {
        std::visit(Overloaded{
                       [this](const IntegerLiteral& node) { print_literal(node); },
                       [this](const FloatLiteral& node) { text_ += node.text; },
                       [this](const BoolLiteral& node) { text_ += node.value ? "true" : "false"; },
                       [this](const NameUse& node) { text_ += node.name.text; },
                       [this](const ContextUse& node) { text_ += spelling(node.field); },
                       [this](const Unary& node) {
                           text_ += spelling(node.op);
                           print(*node.operand, unary_precedence);
                       },
                       [this, tightest](const Binary& node) { print_binary(node, tightest); },
                       [this](const Call& node) { print_call(node); },
                       [this](const Subscript& node) {
                           text_ += node.base.text;
                           print_list(node.places, '[', ']');
                       },
                   },
                   expression.node);
    }

    void print(const Type& type) {
        std::visit(Overloaded{
                       [this](const ScalarTypeUse& node) { text_ += spelling(node.type); },
                       [this](const TensorTypeUse& node) { print_shaped("tensor", node.element, node.dims); },
                       [this](const TileTypeUse& node) { print_shaped("tile", node.element, node.dims); },
                   },
                   type.node);
    }

private:
    // --- expressions ---

    void print_literal(const IntegerLiteral& node) {
        if (node.hexadecimal) {
            fmt::format_to(std::back_inserter(text_), "{:#x}", node.magnitude);
        } else {
            fmt::format_to(std::back_inserter(text_), "{}", node.magnitude);
        }
    }

    /// Operators group to the left, but comparisons of one precedence not at all.
    void print_binary(const Binary& node, int tightest) {
        const BinaryOperatorRow& operator_row = row(node.op);
        const bool groups = shape(node.op) != OperatorShape::comparison;
        const bool needs_parentheses = operator_row.precedence < tightest;
        if (needs_parentheses) text_ += '(';
        print(*node.left, groups ? operator_row.precedence : operator_row.precedence + 1);
        text_ += ' ';
        text_ += operator_row.spelling;
        text_ += ' ';
        print(*node.right, operator_row.precedence + 1);
        if (needs_parentheses) text_ += ')';
    }

    void print_call(const Call& node) {
        text_ += node.callee.text;
        if (node.over) fmt::format_to(std::back_inserter(text_), "<over {}>", spelling(*node.over));
        print_list(node.arguments, '(', ')');
    }

    template <class Entry>
    void print_list(const std::vector<Entry>& entries, char open, char close) {
        text_ += open;
        bool is_first = true;
        for (const Entry& entry : entries) {
            if (!is_first) text_ += ", ";
            is_first = false;
            print_entry(entry);
        }
        text_ += close;
    }

    void print_entry(const Expression& expression) { print(expression, loosest); }

    void print_entry(const Place& place) {
        std::visit(Overloaded{
                       [this](const Point& node) { print(*node.index, loosest); },
                       [this](const LengthSpan& node) {
                           print(*node.start, loosest);
                           text_ += " :+ ";
                           print(*node.length, loosest);
                       },
                       [this](const RangeSpan& node) {
                           if (node.begin) print(**node.begin, loosest);
                           text_ += node.begin && node.end ? " : " : ":";
                           if (node.end) print(**node.end, loosest);
                       },
                   },
                   place.node);
    }

    void print_entry(const Parameter& parameter) {
        text_ += parameter.name.text;
        text_ += ": ";
        print(parameter.type);
    }

    void print_entry(const Choices& choices) {
        text_ += choices.name.text;
        text_ += " in ";
        print_list(choices.values, '[', ']');
    }

    void print_entry(const Alignment& alignment) {
        text_ += alignment.name.text;
        text_ += " = ";
        print(alignment.multiple, loosest);
    }

    void print_shaped(std::string_view name, ScalarType element, const std::vector<Expression>& dims) {
        fmt::format_to(std::back_inserter(text_), "{}<{}>", name, spelling(element));
        print_list(dims, '[', ']');
    }

    // --- statements ---

    void indent() { text_.append(depth_ * indent_width, ' '); }

    void print_block(const Block& block) {
        if (block.statements.empty()) {
            text_ += "{}";
            return;
        }
        text_ += "{\n";
        ++depth_;
        for (const Statement& statement : block.statements) print(statement);
        --depth_;
        indent();
        text_ += '}';
    }

    void print_declaration(std::string_view keyword, const Name& name, const std::optional<Type>& type) {
        fmt::format_to(std::back_inserter(text_), "{} {}", keyword, name.text);
        if (!type) return;
        text_ += ": ";
        print(*type);
    }

    void print_value(const Expression& value) {
        text_ += " = ";
        print(value, loosest);
    }

    void print_statement(const Let& node) {
        print_declaration("let", node.name, node.type);
        print_value(node.value);
    }

    void print_statement(const Var& node) {
        print_declaration("var", node.name, node.type);
        if (node.value) print_value(*node.value);
    }

    void print_statement(const Assign& node) {
        print(node.target, loosest);
        if (node.op) fmt::format_to(std::back_inserter(text_), " {} ", row(*node.op).compound);
        if (!node.op) text_ += " = ";
        print(node.value, loosest);
    }

    void print_statement(const If& node) {
        bool is_first = true;
        for (const Arm& arm : node.arms) {
            text_ += is_first ? "if " : " else if ";
            is_first = false;
            print(arm.condition, loosest);
            text_ += ' ';
            print_block(arm.body);
        }
        if (!node.otherwise) return;
        text_ += " else ";
        print_block(*node.otherwise);
    }

    void print_statement(const For& node) {
        text_ += "for";
        if (node.unroll) {
            text_ += "<unroll ";
            print(*node.unroll, row(BinaryOperator::add).precedence);
            text_ += '>';
        }
        fmt::format_to(std::back_inserter(text_), " {} in range(", node.variable.text);
        if (node.start) {
            print(*node.start, loosest);
            text_ += ", ";
        }
        print(node.end, loosest);
        if (node.step) {
            text_ += ", ";
            print(*node.step, loosest);
        }
        text_ += ") ";
        print_block(node.body);
    }

    void print_statement(const While& node) {
        text_ += "while ";
        print(node.condition, loosest);
        text_ += ' ';
        print_block(node.body);
    }

    void print_statement(const Break&) { text_ += "break"; }
    void print_statement(const Continue&) { text_ += "continue"; }

    void print_statement(const Return& node) {
        text_ += "return";
        if (!node.value) return;
        text_ += ' ';
        print(*node.value, loosest);
    }

    void print_statement(const Evaluate& node) { print(node.call, loosest); }

    // --- items ---

    void print_attribute(const AttributeUse& attribute) {
        text_ += '@';
        text_ += attribute.name.text;
        if (!attribute.expressions.empty()) print_list(attribute.expressions, '(', ')');
        if (!attribute.choices.empty()) print_list(attribute.choices, '(', ')');
        if (!attribute.alignments.empty()) print_list(attribute.alignments, '(', ')');
        if (!attribute.text.empty()) fmt::format_to(std::back_inserter(text_), "({})", attribute.text);
        text_ += '\n';
    }

    void print_item(const Kernel& kernel) {
        for (const AttributeUse& attribute : kernel.attributes) print_attribute(attribute);
        text_ += "kernel ";
        text_ += kernel.name.text;
        print_list(kernel.parameters, '(', ')');
        text_ += ' ';
        print_block(kernel.body);
        text_ += '\n';
    }

    void print_item(const Function& function) {
        text_ += "fn ";
        text_ += function.name.text;
        print_list(function.parameters, '(', ')');
        if (function.result) {
            text_ += " -> ";
            print(*function.result);
        }
        text_ += ' ';
        print_block(function.body);
        text_ += '\n';
    }

    std::string text_;
    std::size_t depth_ = 0;
};

}  // namespace

std::string print(const File& file) {
    Printer printer;
    printer.print(file);
    return std::move(printer).take();
}

std::string print(const Item& item) {
    Printer printer;
    printer.print(item);
    return std::move(printer).take();
}

std::string print(const Statement& statement) {
    Printer printer;
    printer.print(statement);
    return std::move(printer).take();
}

std::string print(const Expression& expression) {
    Printer printer;
    printer.print(expression, loosest);
    return std::move(printer).take();
}

std::string print(const Type& type) {
    Printer printer;
    printer.print(type);
    return std::move(printer).take();
}

}  // namespace phobos::syntax
