// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lang/program/program.h"

namespace phobos::program {

/// The program as text for tests and people: its tables, a line each, then its body. Constants are written with their
/// type (`3:i32`), locals as `name#id`, sites as `@id`, expanded calls as `name@id(parameter#id = argument) { .. }`.
std::string dump(const Program& program);
std::string dump(const Program& program, const Expression& expression);

}  // namespace phobos::program
