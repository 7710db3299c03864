// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace phobos::emit {

/// Names of the text, each unlike every other that is visible where it is declared.
class Names {
public:
    Names() : scopes_(1) {}

    void open() { scopes_.emplace_back(); }
    void close();

    /// The wish, changed where C++, the prelude or a visible name has it: `acc`, `acc_1`, `int_`.
    std::string declare(std::string_view wish);

private:
    struct Declared {
        std::string name;
        std::string base;  ///< without a number
    };
    std::unordered_set<std::string> visible_;
    std::unordered_map<std::string, int> counts_;  ///< of visible names by base
    std::vector<std::vector<Declared>> scopes_;
};

}  // namespace phobos::emit
