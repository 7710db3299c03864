// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace phobos::tools {

/// A rule that no implementation can break by itself, so that no planted fault is one of it.
struct Unbreakable {
    std::string_view rule;
    std::string_view why;
};

/// Freedoms, definitions and limits. A rule is here only while no fault breaks it and no case cites it: coverage fails
/// where one does.
inline constexpr std::array unbreakable{
    Unbreakable{"builtin-78", "says where the meaning of rows stands"},
    Unbreakable{"level-3", "defines what an instance is, in whose terms other rules are written"},
    Unbreakable{"coll-33", "a freedom: the order of atomics is unspecified"},
    Unbreakable{"exec-11", "a freedom: no progress is promised"},
    Unbreakable{"exec-31", "closes a list: what the list holds has rules of its own"},
    Unbreakable{"exec-34", "a freedom: which of several faults is reported"},
    Unbreakable{"exec-36", "a freedom: limits of engines have no meaning in the language"},
    Unbreakable{"exec-37", "a program that does not end has no outcome to judge"},
};

}  // namespace phobos::tools
