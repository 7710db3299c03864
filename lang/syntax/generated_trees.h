// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "lang/base/rapidcheck.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/printer.h"

/// Generated trees for the tests of the printer: every production, names that are words of forms, nesting at random.
namespace phobos::syntax::generated {

inline Parsed parse_text(const std::string& text) { return parse(SourceFile("test.ph", text)); }

/// Why the printed file does not parse back to an equal one; empty if it does.
inline std::string round_trip_fault(const File& file) {
    const std::string text = print(file);
    const Parsed again = parse_text(text);
    if (!again.diagnostics.empty()) return again.diagnostics.in_order().front().message + " in\n" + text;
    if (again.file != file) return "another tree from\n" + text;
    if (print(again.file) != text) return "another text than\n" + text;
    return {};
}

inline File with_statements(std::vector<Statement> statements) {
    File file;
    file.items.emplace_back(Kernel{{}, {"k", {}}, {}, {std::move(statements), {}}, {}});
    return file;
}

template <class T>
using Gen = rc::Gen<T>;

inline Gen<Name> any_name() {
    return rc::gen::map(rc::gen::element<std::string>("a", "x1", "over", "range", "unroll", "sum", "f32", "tile",
                                                      "tensor", "and", "not", "elif", "const", "inf_", "ctx_"),
                        [](std::string text) { return Name{std::move(text), {}}; });
}

template <class Node>
Gen<Expression> as_expression(Gen<Node> node) {
    return rc::gen::map(std::move(node), [](Node value) { return Expression{std::move(value), {}}; });
}

template <class Row, std::size_t Count>
Gen<Row> any_row(const std::array<Row, Count>& rows) {
    return rc::gen::map(rc::gen::inRange<std::size_t>(0, Count), [&rows](std::size_t index) { return rows[index]; });
}

/// Of at most the given depth; defined in generated_expressions_test.cpp.
Gen<Expression> any_expression(int depth);
Gen<Expression> any_subscript(int depth);
Gen<Expression> any_call(int depth);
/// `least` to three.
Gen<std::vector<Expression>> any_expressions(int depth, std::size_t least);

}  // namespace phobos::syntax::generated
