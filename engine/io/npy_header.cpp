// SPDX-License-Identifier: Apache-2.0
#include "engine/io/npy_header.h"

#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lang/base/assert.h"

namespace phobos::io {
namespace {

using diagnostics::Code;

constexpr std::size_t most_dims = 64;  // more than NumPy has
constexpr std::string_view magic("\x93NUMPY", 6);
constexpr std::size_t largest_header = std::size_t{1} << 16;
constexpr std::size_t header_alignment = 64;

std::string_view characters(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads one token after the other; each function fails at the current byte.
class HeaderReader {
public:
    explicit HeaderReader(std::string_view text) : text_(text) {}

    void skip_blanks() {
        while (position_ < text_.size() && std::string_view(" \t\r\n").find(text_[position_]) != std::string_view::npos)
            ++position_;
    }

    [[nodiscard]] bool at_end() {
        skip_blanks();
        return position_ == text_.size();
    }

    [[nodiscard]] bool next_is(std::string_view token) {
        skip_blanks();
        return text_.substr(position_).starts_with(token);
    }

    bool accept(std::string_view token) {
        if (!next_is(token)) return false;
        position_ += token.size();
        return true;
    }

    Result<Done, Error> expect(std::string_view token) {
        if (!accept(token)) return malformed(fmt::format("'{}' is missing", token));
        return Done{};
    }

    Result<std::string, Error> quoted() {
        if (!next_is("'") && !next_is("\"")) return malformed("a quoted word is missing");
        const char quote = text_[position_];
        const std::size_t end = text_.find(quote, position_ + 1);
        if (end == std::string_view::npos) return malformed("the quoted word does not end");
        std::string word(text_.substr(position_ + 1, end - position_ - 1));
        if (word.find('\\') != std::string::npos) return malformed("a quoted word has a backslash");
        position_ = end + 1;
        return word;
    }

    /// A non-negative decimal number, with the `L` that Python 2 put behind.
    Result<std::int64_t, Error> length() {
        constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
        if (next_is("-")) return malformed("a length of the shape is negative");
        const std::size_t begin = position_;
        std::int64_t value = 0;
        for (; position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '9'; ++position_) {
            const std::int64_t digit = text_[position_] - '0';
            value = value > (largest - digit) / 10 ? largest : value * 10 + digit;
        }
        if (position_ == begin) return malformed("a length of the shape is missing");
        if (position_ < text_.size() && text_[position_] == 'L') ++position_;
        return value;
    }

    [[nodiscard]] Failure<Error> malformed(std::string_view what) const {
        return Failure{Error{Code::npy_malformed, fmt::format("byte {} of the .npy header: {}", position_, what)}};
    }

private:
    std::string_view text_;
    std::size_t position_ = 0;
};

Result<std::vector<std::int64_t>, Error> read_shape(HeaderReader& reader) {
    if (auto open = reader.expect("("); !open) return Failure{open.error()};
    std::vector<std::int64_t> shape;
    while (!reader.accept(")")) {
        if (shape.size() == most_dims) return reader.malformed("the shape has too many lengths");
        auto length = reader.length();
        if (!length) return Failure{length.error()};
        shape.push_back(*length);
        if (reader.accept(",")) continue;
        if (shape.size() == 1) return reader.malformed("a shape of one length ends with ',)'");
        if (!reader.next_is(")")) return reader.malformed("',' or ')' is missing");
    }
    return shape;
}

Result<Order, Error> read_order(HeaderReader& reader) {
    if (reader.accept("True")) return Order::column_major;
    if (reader.accept("False")) return Order::row_major;
    return reader.malformed("True or False is missing");
}

Result<std::string, Error> read_descr(HeaderReader& reader) {
    if (reader.next_is("[") || reader.next_is("("))
        return Failure{Error{Code::file_element_unsupported, "structured element types are not supported"}};
    return reader.quoted();
}

struct Fields {
    std::optional<std::string> descr;
    std::optional<Order> order;
    std::optional<std::vector<std::int64_t>> shape;
};

/// Puts a value that was read in its place; a key may come once.
template <class T>
Result<Done, Error> keep(std::optional<T>& place, Result<T, Error> value, const HeaderReader& reader) {
    if (!value) return Failure{value.error()};
    if (place) return reader.malformed("a key comes twice");
    place = std::move(*value);
    return Done{};
}

Result<Done, Error> read_entry(HeaderReader& reader, Fields& fields) {
    const auto key = reader.quoted();
    if (!key) return Failure{key.error()};
    if (auto colon = reader.expect(":"); !colon) return colon;
    if (*key == "descr") return keep(fields.descr, read_descr(reader), reader);
    if (*key == "fortran_order") return keep(fields.order, read_order(reader), reader);
    if (*key == "shape") return keep(fields.shape, read_shape(reader), reader);
    return reader.malformed("a key other than descr, fortran_order and shape");
}

}  // namespace

Result<NpyHeader, Error> parse_npy_header(std::string_view text) {
    HeaderReader reader(text);
    Fields fields;
    if (auto open = reader.expect("{"); !open) return Failure{open.error()};
    while (!reader.accept("}")) {
        if (auto entry = read_entry(reader, fields); !entry) return Failure{entry.error()};
        if (!reader.accept(",") && !reader.next_is("}")) return reader.malformed("',' or '}' is missing");
    }
    if (!reader.at_end()) return reader.malformed("text follows the dictionary");
    if (!fields.descr || !fields.order || !fields.shape)
        return reader.malformed("one of the keys descr, fortran_order and shape is missing");
    return NpyHeader{std::move(*fields.descr), *fields.order, std::move(*fields.shape)};
}

Result<NpyPreamble, Error> read_npy_preamble(std::span<const std::byte> file) {
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
    auto header = parse_npy_header(characters(file).substr(header_begin, length));
    if (!header) return Failure{header.error()};
    return NpyPreamble{std::move(*header), header_begin + length};
}

std::vector<std::byte> npy_preamble(std::string_view descr, std::span<const std::int64_t> shape) {
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", descr,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    const std::size_t before = magic.size() + 4;
    const std::size_t whole = (before + text.size() + 1 + header_alignment - 1) / header_alignment * header_alignment;
    text.resize(whole - before - 1, ' ');
    text += '\n';
    PHOBOS_ASSERT(text.size() < largest_header);
    std::string preamble(magic);
    preamble += {'\x01', '\x00', static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
    preamble += text;
    const auto view = std::as_bytes(std::span(preamble));
    return {view.begin(), view.end()};
}

}  // namespace phobos::io
