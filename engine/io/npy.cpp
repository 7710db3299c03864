// SPDX-License-Identifier: Apache-2.0
#include "engine/io/npy.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "engine/io/npy_header.h"

namespace phobos::io {
namespace {

using diagnostics::Code;
using engine::Tensor;

struct NpyType {
    ScalarType type;
    std::string_view word;     ///< NumPy's kind and size
    std::string_view written;  ///< the same with the byte order that is written
};

constexpr std::array npy_types{
    NpyType{ScalarType::f16, "f2", "<f2"}, NpyType{ScalarType::bf16, "V2", "<V2"},
    NpyType{ScalarType::f32, "f4", "<f4"}, NpyType{ScalarType::f64, "f8", "<f8"},
    NpyType{ScalarType::i8, "i1", "|i1"},  NpyType{ScalarType::u8, "u1", "|u1"},
    NpyType{ScalarType::i32, "i4", "<i4"}, NpyType{ScalarType::u32, "u4", "<u4"},
    NpyType{ScalarType::i64, "i8", "<i8"}, NpyType{ScalarType::boolean, "b1", "|b1"},
};
static_assert(npy_types.size() == scalar_types.size());
static_assert(std::ranges::equal(npy_types, scalar_types, {}, &NpyType::type, &ScalarTypeRow::type));

enum class ByteOrder : std::uint8_t { little, big };

struct ElementFormat {
    ScalarType type;
    ByteOrder order;
};

Result<ElementFormat, Error> element_format(std::string_view descr, std::optional<ScalarType> wanted) {
    const bool has_order = !descr.empty() && std::string_view("<>|=").find(descr.front()) != std::string_view::npos;
    const ByteOrder order = descr.starts_with('>') ? ByteOrder::big : ByteOrder::little;
    const std::string_view word = has_order ? descr.substr(1) : descr;
    if (word == "u2" && wanted == ScalarType::bf16) return ElementFormat{ScalarType::bf16, order};
    const auto* found = std::ranges::find(npy_types, word, &NpyType::word);
    if (found == npy_types.end())
        return Failure{Error{Code::file_element_unsupported,
                             fmt::format("element type '{}' has no counterpart in the language", descr)}};
    if (wanted && *wanted != found->type) return Failure{element_mismatch(descr, found->type, *wanted)};
    return ElementFormat{found->type, order};
}

void swap_bytes(std::span<std::byte> bytes, std::size_t element_bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += element_bytes)
        std::ranges::reverse(bytes.subspan(at, element_bytes));
}

/// The elements of a column-major tensor in row-major order.
template <std::size_t ElementBytes>
void copy_to_rows(std::span<const std::int64_t> shape, std::span<const std::byte> columns, std::span<std::byte> rows) {
    std::array<std::size_t, engine::max_rank> stride{};
    std::array<std::int64_t, engine::max_rank> index{};
    std::size_t next_stride = ElementBytes;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        stride[axis] = next_stride;
        next_stride *= static_cast<std::size_t>(shape[axis]);
    }
    std::size_t from = 0;
    for (std::size_t to = 0; to < rows.size(); to += ElementBytes) {
        std::memcpy(rows.data() + to, columns.data() + from, ElementBytes);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            from += stride[axis];
            if (++index[axis] < shape[axis]) break;
            from -= stride[axis] * static_cast<std::size_t>(shape[axis]);
            index[axis] = 0;
        }
    }
}

Result<std::vector<std::byte>, Error> rows_of_columns(ScalarType type, std::span<const std::int64_t> shape,
                                                      std::vector<std::byte> columns) {
    if (shape.size() < 2 || columns.empty()) return columns;
    auto rows = engine::allocate_bytes(columns.size(), std::byte{0});
    if (!rows) return Failure{error_of(rows.error())};
    switch (bytes(type)) {
        case 1: copy_to_rows<1>(shape, columns, *rows); break;
        case 2: copy_to_rows<2>(shape, columns, *rows); break;
        case 4: copy_to_rows<4>(shape, columns, *rows); break;
        case 8: copy_to_rows<8>(shape, columns, *rows); break;
    }
    return std::move(*rows);
}

}  // namespace

Error element_mismatch(std::string_view spelled, ScalarType found, ScalarType wanted) {
    return {Code::file_element_mismatch,
            fmt::format("the element type must be {}, found {} ('{}')", spelling(wanted), spelling(found), spelled)};
}

Result<Tensor, Error> read_npy(std::vector<std::byte> file, std::optional<ScalarType> wanted) {
    auto preamble = read_npy_preamble(file);
    if (!preamble) return Failure{preamble.error()};
    NpyHeader& header = preamble->header;
    const auto format = element_format(header.descr, wanted);
    if (!format) return Failure{format.error()};
    const auto expected = engine::byte_count(format->type, header.shape, std::numeric_limits<std::uint64_t>::max());
    if (!expected) return Failure{error_of(expected.error())};
    const std::uint64_t present = file.size() - preamble->bytes;
    if (present != *expected)
        return Failure{
            Error{present < *expected ? Code::file_truncated : Code::file_trailing_bytes,
                  fmt::format("shape {} of {} takes {} bytes, the file has {}", engine::spelling_of_shape(header.shape),
                              spelling(format->type), *expected, present)}};

    file.erase(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(preamble->bytes));
    if (format->order == ByteOrder::big) swap_bytes(file, row(format->type).bytes);
    if (header.order == Order::row_major) return Tensor(format->type, std::move(header.shape), std::move(file));
    auto rows = rows_of_columns(format->type, header.shape, std::move(file));
    if (!rows) return Failure{rows.error()};
    return Tensor(format->type, std::move(header.shape), std::move(*rows));
}

std::vector<std::byte> npy_header(const Tensor& tensor) {
    const std::string_view descr = npy_types[static_cast<std::size_t>(tensor.element())].written;
    return npy_preamble(descr, tensor.shape());
}

std::vector<std::byte> encode_npy(const Tensor& tensor) {
    std::vector<std::byte> file = npy_header(tensor);
    file.insert(file.end(), tensor.bytes().begin(), tensor.bytes().end());
    return file;
}

}  // namespace phobos::io
