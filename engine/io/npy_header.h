// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

/// What comes before the elements of a .npy file.
struct NpyPreamble {
    NpyHeader header;
    std::size_t bytes;
};

/// Of a file of format 1, 2 or 3. Fails as its header does, with npy_malformed for anything else, or file_truncated.
Result<NpyPreamble, Error> read_npy_preamble(std::span<const std::byte> file);

/// Of format 1, for elements in row-major order: a multiple of 64 bytes, as NumPy's.
std::vector<std::byte> npy_preamble(std::string_view descr, std::span<const std::int64_t> shape);

}  // namespace phobos::io
