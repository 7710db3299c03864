// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lang/diagnostics/code.h"

namespace phobos::fuzz {

/// Where a statement is put.
enum class Spot : std::uint8_t {
    anywhere,  ///< in the kernel
    uniform,   ///< where all threads of the CTA are
};

/// What is put into a valid kernel to make it wrong. Between two $ in one of the texts is where the error is.
struct Insertion {
    diagnostics::Code code;
    std::string_view statement = {};
    Spot spot = Spot::anywhere;
    std::string_view item = {};       ///< before the kernel
    std::string_view parameter = {};  ///< after those of the kernel
    std::string_view attribute = {};  ///< before those of the kernel; @launch and @aligned in the place of its own,
                                      ///< whose THREADS @launch may use
};

std::span<const Insertion> insertions();

}  // namespace phobos::fuzz
