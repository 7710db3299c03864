// SPDX-License-Identifier: Apache-2.0
#include "engine/io/safetensors.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "engine/io/npy.h"
#include "engine/io/npz.h"
#include "lang/base/json.h"

namespace phobos::io {
namespace {

using diagnostics::Code;
using engine::Tensor;

constexpr std::uint64_t length_bytes = 8;
constexpr std::uint64_t largest_header = std::uint64_t{16} << 20;
constexpr int deepest_nesting = 3;  // the header, a tensor, its shape
constexpr std::string_view metadata_key = "__metadata__";

struct SafetensorsType {
    std::string_view spelling;
    std::uint8_t bits;
    std::optional<ScalarType> type;  ///< none for what the language lacks
};

constexpr std::array safetensors_types{
    SafetensorsType{"F16", 16, ScalarType::f16}, SafetensorsType{"BF16", 16, ScalarType::bf16},
    SafetensorsType{"F32", 32, ScalarType::f32}, SafetensorsType{"F64", 64, ScalarType::f64},
    SafetensorsType{"I8", 8, ScalarType::i8},    SafetensorsType{"U8", 8, ScalarType::u8},
    SafetensorsType{"I32", 32, ScalarType::i32}, SafetensorsType{"U32", 32, ScalarType::u32},
    SafetensorsType{"I64", 64, ScalarType::i64}, SafetensorsType{"BOOL", 8, ScalarType::boolean},
    SafetensorsType{"I16", 16, std::nullopt},    SafetensorsType{"U16", 16, std::nullopt},
    SafetensorsType{"U64", 64, std::nullopt},    SafetensorsType{"F8_E4M3", 8, std::nullopt},
    SafetensorsType{"F8_E5M2", 8, std::nullopt}, SafetensorsType{"F8_E8M0", 8, std::nullopt},
    SafetensorsType{"C64", 64, std::nullopt},
};

std::string_view spelling_of(ScalarType type) {
    return std::ranges::find(safetensors_types, std::optional(type), &SafetensorsType::type)->spelling;
}

/// A tensor as the header describes it; [begin, end) counts from the header's end.
struct Entry {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

struct Header {
    std::vector<Entry> entries;
    std::uint64_t data_begin = 0;
};

Failure<Error> malformed(std::string_view what) {
    return Failure{Error{Code::safetensors_malformed, fmt::format("the .safetensors header is malformed: {}", what)}};
}

/// The JSON of the header: one object, no key twice, no deeper than the format needs.
Result<Json, Error> parse_header(std::string_view text) {
    std::vector<std::set<std::string>> keys_by_depth(deepest_nesting + 1);
    std::optional<std::string> broken;
    const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
        using Event = Json::parse_event_t;
        if (broken) return false;
        if ((event == Event::object_start || event == Event::array_start) && depth >= deepest_nesting)
            broken = "it is nested too deeply";
        else if (event == Event::object_start)
            keys_by_depth[static_cast<std::size_t>(depth) + 1].clear();
        else if (event == Event::key &&
                 !keys_by_depth[static_cast<std::size_t>(depth)].insert(value.get<std::string>()).second)
            broken = fmt::format("the key '{}' comes twice", value.get<std::string>());
        return !broken;
    };
    Json json = Json::parse(text, watch, false);
    if (broken) return malformed(*broken);
    if (json.is_discarded()) return malformed("it is no JSON");
    if (!json.is_object() || !text.starts_with('{')) return malformed("it is no JSON object");
    return json;
}

/// A list of unsigned numbers; lengths beyond 63 bits become the largest one.
std::optional<std::vector<std::int64_t>> read_numbers(const Json& json) {
    if (!json.is_array()) return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (const Json& number : json) {
        if (!number.is_number_unsigned()) return std::nullopt;
        constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
        numbers.push_back(static_cast<std::int64_t>(std::min(number.get<std::uint64_t>(), largest)));
    }
    return numbers;
}

/// The bits of all elements; nothing beyond 64 bits.
std::optional<std::uint64_t> count_bits(const std::vector<std::int64_t>& shape, std::uint64_t element_bits) {
    if (std::ranges::find(shape, 0) != shape.end()) return 0;
    std::uint64_t bits = element_bits;
    for (const std::int64_t dim : shape)
        if (__builtin_mul_overflow(bits, static_cast<std::uint64_t>(dim), &bits)) return std::nullopt;
    return bits;
}

Result<Entry, Error> read_entry(const std::string& name, const Json& json) {
    const auto broken = [&](std::string_view what) { return malformed(fmt::format("tensor '{}' {}", name, what)); };
    if (!json.is_object() || json.size() != 3 || !json.contains("dtype") || !json.contains("shape") ||
        !json.contains("data_offsets"))
        return broken("needs dtype, shape and data_offsets, and nothing else");
    if (!json["dtype"].is_string()) return broken("has a dtype that is no string");
    auto shape = read_numbers(json["shape"]);
    if (!shape) return broken("has a shape that is no list of lengths");
    const auto offsets = read_numbers(json["data_offsets"]);
    if (!offsets || offsets->size() != 2 || (*offsets)[0] > (*offsets)[1])
        return broken("has data_offsets that are no pair of ascending numbers");
    Entry entry{name, json["dtype"].get<std::string>(), std::move(*shape), static_cast<std::uint64_t>((*offsets)[0]),
                static_cast<std::uint64_t>((*offsets)[1])};
    const auto* known = std::ranges::find(safetensors_types, entry.dtype, &SafetensorsType::spelling);
    if (known == safetensors_types.end()) return entry;
    const auto bits = count_bits(entry.shape, known->bits);
    if (!bits || *bits / 8 != entry.end - entry.begin)
        return broken(fmt::format("of {} elements of {} does not fit its {} bytes",
                                  engine::spelling_of_shape(entry.shape), entry.dtype, entry.end - entry.begin));
    return entry;
}

/// The ranges must follow each other without a hole or an overlap, up to the end of the file.
Result<Done, Error> check_ranges(const std::vector<Entry>& entries, std::uint64_t data_bytes) {
    std::vector<const Entry*> sorted;
    for (const Entry& entry : entries) sorted.push_back(&entry);
    std::ranges::sort(sorted, {}, [](const Entry* entry) { return std::pair(entry->begin, entry->end); });
    std::uint64_t end = 0;
    for (const Entry* entry : sorted) {
        if (entry->begin != end)
            return malformed(
                fmt::format("tensor '{}' begins at byte {}, {} was expected", entry->name, entry->begin, end));
        end = entry->end;
    }
    if (end == data_bytes) return Done{};
    return Failure{Error{end > data_bytes ? Code::file_truncated : Code::file_trailing_bytes,
                         fmt::format("the tensors take {} bytes, the file has {}", end, data_bytes)}};
}

bool is_metadata(const Json& json) {
    return json.is_object() && std::ranges::all_of(json, [](const Json& value) { return value.is_string(); });
}

Result<Header, Error> read_header(const ByteSource& file) {
    if (file.size() < length_bytes)
        return Failure{Error{Code::file_truncated, "the file is too short for a .safetensors header"}};
    std::array<std::byte, length_bytes> prefix{};
    if (auto done = file.read(0, prefix); !done) return Failure{done.error()};
    std::uint64_t length = 0;
    std::memcpy(&length, prefix.data(), length_bytes);
    if (length > largest_header) return malformed(fmt::format("its {} bytes are more than {}", length, largest_header));
    if (length > file.size() - length_bytes)
        return Failure{Error{Code::file_truncated, "the file ends inside its header"}};
    const auto bytes = file.read(length_bytes, length);
    if (!bytes) return Failure{bytes.error()};
    const auto json = parse_header({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!json) return Failure{json.error()};

    Header header;
    header.data_begin = length_bytes + length;
    for (const auto& [name, value] : json->items()) {
        if (name == metadata_key) {
            if (!is_metadata(value)) return malformed("__metadata__ is no object of strings");
            continue;
        }
        auto entry = read_entry(name, value);
        if (!entry) return Failure{entry.error()};
        header.entries.push_back(std::move(*entry));
    }
    if (auto sound = check_ranges(header.entries, file.size() - header.data_begin); !sound)
        return Failure{sound.error()};
    return header;
}

std::vector<std::string> names_of(const Header& header) {
    std::vector<std::string> names;
    for (const Entry& entry : header.entries) names.push_back(entry.name);
    return names;
}

Result<const Entry*, Error> find_entry(const Header& header, std::optional<std::string_view> key) {
    if (!key && header.entries.size() == 1) return &header.entries.front();
    const auto found = std::ranges::find_if(header.entries, [&](const Entry& entry) { return key == entry.name; });
    if (found == header.entries.end()) return Failure{missing_key(key, names_of(header))};
    return &*found;
}

Result<ScalarType, Error> element_type(const std::string& dtype, std::optional<ScalarType> wanted) {
    const auto* known = std::ranges::find(safetensors_types, dtype, &SafetensorsType::spelling);
    if (known == safetensors_types.end() || !known->type)
        return Failure{Error{Code::file_element_unsupported,
                             fmt::format("element type '{}' has no counterpart in the language", dtype)}};
    if (wanted && *wanted != *known->type) return Failure{element_mismatch(dtype, *known->type, *wanted)};
    return *known->type;
}

}  // namespace

Result<std::vector<std::string>, Error> safetensors_keys(const ByteSource& file) {
    const auto header = read_header(file);
    if (!header) return Failure{header.error()};
    return names_of(*header);
}

Result<Tensor, Error> read_safetensors(const ByteSource& file, std::optional<std::string_view> key,
                                       std::optional<ScalarType> wanted, std::uint64_t limit_bytes) {
    const auto header = read_header(file);
    if (!header) return Failure{header.error()};
    const auto entry = find_entry(*header, key);
    if (!entry) return Failure{entry.error()};
    const Entry& tensor = **entry;
    const auto type = element_type(tensor.dtype, wanted);
    if (!type) return Failure{type.error()};
    const auto count = engine::byte_count(*type, tensor.shape, limit_bytes);
    if (!count) return Failure{error_of(count.error())};
    auto bytes = file.read(header->data_begin + tensor.begin, *count);
    if (!bytes) return Failure{bytes.error()};
    return Tensor(*type, tensor.shape, std::move(*bytes));
}

SafetensorsLayout safetensors_layout(std::span<const NamedTensor> tensors) {
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t index) {
        return std::pair(sizeof(double) - tensors[index].tensor.element_bytes(), index);
    });
    Json json = Json::object();
    std::uint64_t begin = 0;
    for (const std::size_t index : order) {
        const Tensor& tensor = tensors[index].tensor;
        const std::uint64_t end = begin + tensor.bytes().size();
        json[tensors[index].name] = {
            {"dtype", spelling_of(tensor.element())}, {"shape", tensor.shape()}, {"data_offsets", {begin, end}}};
        begin = end;
    }
    std::string text = json.dump();
    text.resize((text.size() + length_bytes - 1) / length_bytes * length_bytes, ' ');
    const std::uint64_t length = text.size();
    std::vector<std::byte> header(length_bytes + length);
    std::memcpy(header.data(), &length, length_bytes);
    std::memcpy(header.data() + length_bytes, text.data(), length);
    return {std::move(header), std::move(order)};
}

std::vector<std::byte> encode_safetensors(std::span<const NamedTensor> tensors) {
    SafetensorsLayout layout = safetensors_layout(tensors);
    std::vector<std::byte> file = std::move(layout.header);
    for (const std::size_t index : layout.order) {
        const std::span<const std::byte> bytes = tensors[index].tensor.bytes();
        file.insert(file.end(), bytes.begin(), bytes.end());
    }
    return file;
}

}  // namespace phobos::io
