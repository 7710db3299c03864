// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

/// What is used of libnvrtc, declared by ourselves: the toolkit is needed neither to build nor to link.
namespace phobos::nvrtc {

/// What a function of the library gives. Those of files of times, precompiled headers and names are left out: nothing
/// that leads to them is called.
enum class Status : int {
    success = 0,
    out_of_memory = 1,
    program_creation_failure = 2,
    invalid_input = 3,
    invalid_program = 4,
    invalid_option = 5,
    compilation = 6,
    builtin_operation_failure = 7,
    internal_error = 11,
};

using ProgramHandle = struct OpaqueProgram*;

/// The functions of one opened library.
struct Api {
#define PHOBOS_NVRTC_FUNCTION(member, symbol, ...) Status (*member)(__VA_ARGS__) = nullptr;
#include "backend/nvrtc/functions.def"
#undef PHOBOS_NVRTC_FUNCTION
};

}  // namespace phobos::nvrtc
