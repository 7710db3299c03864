// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lang/syntax/tree.h"

namespace phobos::syntax {

/// The canonical text of a tree: parsing it gives an equal tree, for every tree that parse can give. Parentheses stand
/// where precedence needs them and nowhere else; a block indents by two spaces.
std::string print(const File& file);
std::string print(const Item& item);
/// With the end of its line.
std::string print(const Statement& statement);
std::string print(const Expression& expression);
std::string print(const Type& type);

}  // namespace phobos::syntax
