// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/error.h"
#include "lang/base/result.h"

namespace phobos::io {

enum class Order : std::uint8_t { row_major, column_major };

/// What the dictionary of a .npy header says.
struct NpyHeader {
    std::string descr;  ///< NumPy's word for the element type, as in "<f4"
    Order order = Order::row_major;
    std::vector<std::int64_t> shape;

    friend bool operator==(const NpyHeader&, const NpyHeader&) = default;
};

/// Reads the Python literal of a .npy header: a dictionary of exactly `descr`, `fortran_order` and `shape`, in any
/// order, and blanks around. Lengths beyond 64 bits become the largest one. Fails with npy_malformed, saying at which
/// byte of the header, or file_element_unsupported for structured types.
Result<NpyHeader, Error> parse_npy_header(std::string_view text);

}  // namespace phobos::io
