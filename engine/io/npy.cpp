// SPDX-License-Identifier: Apache-2.0
#include "engine/io/npy.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/npy_header.h"

namespace phobos::io {
namespace {

using diagnostics::Code;
using engine::Tensor;

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr std::size_t largest_header = std::size_t{1} << 16;
constexpr std::size_t header_alignment = 64;

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

std::string_view characters(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Preamble {
    std::size_t header_begin;
    std::size_t data_begin;
};

Result<Preamble, Error> read_preamble(std::span<const std::byte> file) {
    if (!characters(file).starts_with(magic))
        return Failure{Error{Code::npy_malformed, "it is no .npy file: it does not begin with \\x93NUMPY"}};
    const Failure truncated{Error{Code::file_truncated, "the file ends inside its header"}};
    if (file.size() < magic.size() + 2) return truncated;
    const unsigned version = std::to_integer<unsigned>(file[6]);
    if (version < 1 || version > 3 || file[7] != std::byte{0})
        return Failure{Error{Code::npy_malformed, fmt::format("version {}.{} of the .npy format is not known", version,
                                                              std::to_integer<unsigned>(file[7]))}};
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    const std::size_t header_begin = magic.size() + 2 + length_bytes;
    if (file.size() < header_begin) return truncated;
    std::uint32_t length = 0;
    std::memcpy(&length, file.data() + magic.size() + 2, length_bytes);
    if (length > largest_header)
        return Failure{Error{Code::npy_malformed, fmt::format("the header of {} bytes is too long", length)}};
    if (file.size() - header_begin < length) return truncated;
    return Preamble{header_begin, header_begin + length};
}

}  // namespace

Error element_mismatch(std::string_view spelled, ScalarType found, ScalarType wanted) {
    return {Code::file_element_mismatch,
            fmt::format("the element type must be {}, found {} ('{}')", spelling(wanted), spelling(found), spelled)};
}

Result<Tensor, Error> read_npy(std::vector<std::byte> file, std::optional<ScalarType> wanted) {
    const auto preamble = read_preamble(file);
    if (!preamble) return Failure{preamble.error()};
    auto header = parse_npy_header(
        characters(file).substr(preamble->header_begin, preamble->data_begin - preamble->header_begin));
    if (!header) return Failure{header.error()};
    const auto format = element_format(header->descr, wanted);
    if (!format) return Failure{format.error()};
    const auto expected = engine::byte_count(format->type, header->shape, std::numeric_limits<std::uint64_t>::max());
    if (!expected) return Failure{error_of(expected.error())};
    const std::uint64_t present = file.size() - preamble->data_begin;
    if (present != *expected)
        return Failure{
            Error{present < *expected ? Code::file_truncated : Code::file_trailing_bytes,
                  fmt::format("shape {} of {} takes {} bytes, the file has {}",
                              engine::spelling_of_shape(header->shape), spelling(format->type), *expected, present)}};

    file.erase(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(preamble->data_begin));
    if (format->order == ByteOrder::big) swap_bytes(file, row(format->type).bytes);
    if (header->order == Order::row_major) return Tensor(format->type, std::move(header->shape), std::move(file));
    auto rows = rows_of_columns(format->type, header->shape, std::move(file));
    if (!rows) return Failure{rows.error()};
    return Tensor(format->type, std::move(header->shape), std::move(*rows));
}

std::vector<std::byte> npy_header(const Tensor& tensor) {
    const std::string_view descr = npy_types[static_cast<std::size_t>(tensor.element())].written;
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", descr,
                                   fmt::join(tensor.shape(), ", "), tensor.rank() == 1 ? "," : "");
    const std::size_t before = magic.size() + 4;
    const std::size_t whole = (before + text.size() + 1 + header_alignment - 1) / header_alignment * header_alignment;
    text.resize(whole - before - 1, ' ');
    text += '\n';
    std::string header(magic);
    header += {'\x01', '\x00', static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
    header += text;
    const auto view = std::as_bytes(std::span(header));
    return {view.begin(), view.end()};
}

std::vector<std::byte> encode_npy(const Tensor& tensor) {
    std::vector<std::byte> file = npy_header(tensor);
    file.insert(file.end(), tensor.bytes().begin(), tensor.bytes().end());
    return file;
}

}  // namespace phobos::io
