// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interp/plain/code.h"
#include "lang/program/program.h"

namespace phobos::plain {

enum class Observing : std::uint8_t { nothing, values };

/// The instructions of a program; with an Observe after each expression where values are to be observed.
Code lower(const program::Program& program, Observing observing);

}  // namespace phobos::plain
