// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace phobos {

/// The scalar types of the language, in the order of docs/spec/02-types.md.
enum class ScalarType : std::uint8_t { f16, bf16, f32, f64, i8, u8, i32, u32, i64, boolean };

enum class NumberKind : std::uint8_t { floating, signed_integer, unsigned_integer, boolean };

struct ScalarTypeRow {
    ScalarType type;
    std::string_view spelling;
    NumberKind kind;
    std::uint8_t bytes;        ///< size of one element in memory
    std::uint8_t bits;         ///< width of the value: 1 for bool
    std::uint8_t significand;  ///< bits of precision of a float, hidden bit included; 0 otherwise
};

inline constexpr std::array scalar_types{
    ScalarTypeRow{ScalarType::f16, "f16", NumberKind::floating, 2, 16, 11},
    ScalarTypeRow{ScalarType::bf16, "bf16", NumberKind::floating, 2, 16, 8},
    ScalarTypeRow{ScalarType::f32, "f32", NumberKind::floating, 4, 32, 24},
    ScalarTypeRow{ScalarType::f64, "f64", NumberKind::floating, 8, 64, 53},
    ScalarTypeRow{ScalarType::i8, "i8", NumberKind::signed_integer, 1, 8, 0},
    ScalarTypeRow{ScalarType::u8, "u8", NumberKind::unsigned_integer, 1, 8, 0},
    ScalarTypeRow{ScalarType::i32, "i32", NumberKind::signed_integer, 4, 32, 0},
    ScalarTypeRow{ScalarType::u32, "u32", NumberKind::unsigned_integer, 4, 32, 0},
    ScalarTypeRow{ScalarType::i64, "i64", NumberKind::signed_integer, 8, 64, 0},
    ScalarTypeRow{ScalarType::boolean, "bool", NumberKind::boolean, 1, 1, 0},
};

constexpr const ScalarTypeRow& row(ScalarType type) { return scalar_types[static_cast<std::size_t>(type)]; }
constexpr std::string_view spelling(ScalarType type) { return row(type).spelling; }
constexpr int bytes(ScalarType type) { return row(type).bytes; }
constexpr int bits(ScalarType type) { return row(type).bits; }
constexpr bool is_float(ScalarType type) { return row(type).kind == NumberKind::floating; }
constexpr bool is_signed_integer(ScalarType type) { return row(type).kind == NumberKind::signed_integer; }
constexpr bool is_unsigned_integer(ScalarType type) { return row(type).kind == NumberKind::unsigned_integer; }
constexpr bool is_integer(ScalarType type) { return is_signed_integer(type) || is_unsigned_integer(type); }
constexpr bool is_number(ScalarType type) { return type != ScalarType::boolean; }

constexpr std::optional<ScalarType> scalar_type(std::string_view spelling) {
    for (const ScalarTypeRow& entry : scalar_types)
        if (entry.spelling == spelling) return entry.type;
    return std::nullopt;
}

/// One scalar value as its bits in memory order of significance, zero-extended to 64 (bool: 0 or 1).
struct ScalarBits {
    std::uint64_t bits = 0;

    friend constexpr bool operator==(ScalarBits, ScalarBits) = default;
};

}  // namespace phobos
