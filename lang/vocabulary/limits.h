// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace phobos::limits {

// What a program may ask for; each limit has a diagnostic of its own (06xx) where it is not a rule of the language.
inline constexpr std::int64_t source_bytes = std::int64_t{16} << 20;
inline constexpr int expression_depth = 200;   ///< nested operators, calls and subscripts of one expression
inline constexpr int block_depth = 64;         ///< nested blocks of one kernel or function
inline constexpr int call_depth = 32;          ///< calls of functions inside calls
inline constexpr int call_nesting = 512;       ///< blocks, operators and `else if`s, of callers too, around a call
inline constexpr int expanded_calls = 10'000;  ///< rule ctx: calls of functions in one kernel, after expansion
inline constexpr std::int64_t checked_nodes = 1'000'000;  ///< expressions and statements of one kernel after expansion
inline constexpr std::int64_t checked_file_nodes = 2'000'000;  ///< the same of all kernels of a file
inline constexpr int parameters = 256;
inline constexpr int rank = 4;
inline constexpr int run_elements = 64;
inline constexpr std::int64_t tile_elements = std::int64_t{1} << 20;
inline constexpr std::int64_t dim_end = std::int64_t{1} << 31;  ///< dims are below it
inline constexpr int threads = 1024;
inline constexpr std::int64_t grid_x = (std::int64_t{1} << 31) - 1;
inline constexpr std::int64_t grid_yz = 65'535;
inline constexpr int diagnostics = 100;  ///< reported per file; the rest is counted

}  // namespace phobos::limits
