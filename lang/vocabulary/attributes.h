// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace phobos {

enum class Attribute : std::uint8_t {
    launch,
    autotune,
    aligned,
    assert_coalesced,
    pipeline,
    tensorcore,
    cluster,
    persistent,
    dynshared,
    registers,
    swizzle,
};

/// What stands in the brackets of an attribute.
enum class AttributeArguments : std::uint8_t {
    none,
    threads,    ///< one to three constant expressions
    choices,    ///< NAME in [a, b, ...]
    alignment,  ///< NAME = n
    anything,   ///< balanced text that is kept and not read
};

struct AttributeRow {
    Attribute attribute;
    std::string_view spelling;  ///< without the @
    AttributeArguments arguments;
    std::string_view effect;  ///< on meaning; "speed only" where there is none
};

inline constexpr std::array attributes{
    AttributeRow{Attribute::launch, "launch", AttributeArguments::threads, "the exact number of threads of a CTA"},
    AttributeRow{Attribute::autotune, "autotune", AttributeArguments::choices, "a constant chosen at launch"},
    AttributeRow{Attribute::aligned, "aligned", AttributeArguments::alignment, "a dim that must be a multiple"},
    AttributeRow{Attribute::assert_coalesced, "assert_coalesced", AttributeArguments::none,
                 "an error where an access is not"},
    AttributeRow{Attribute::pipeline, "pipeline", AttributeArguments::anything, "speed only"},
    AttributeRow{Attribute::tensorcore, "tensorcore", AttributeArguments::anything, "a looser dot"},
    AttributeRow{Attribute::cluster, "cluster", AttributeArguments::anything, "speed only"},
    AttributeRow{Attribute::persistent, "persistent", AttributeArguments::anything, "allows grid_barrier"},
    AttributeRow{Attribute::dynshared, "dynshared", AttributeArguments::anything, "speed only"},
    AttributeRow{Attribute::registers, "registers", AttributeArguments::anything, "speed only"},
    AttributeRow{Attribute::swizzle, "swizzle", AttributeArguments::anything, "speed only"},
};

constexpr const AttributeRow& row(Attribute attribute) { return attributes[static_cast<std::size_t>(attribute)]; }
constexpr std::string_view spelling(Attribute attribute) { return row(attribute).spelling; }

constexpr std::optional<Attribute> attribute(std::string_view spelling) {
    for (const AttributeRow& entry : attributes)
        if (entry.spelling == spelling) return entry.attribute;
    return std::nullopt;
}

}  // namespace phobos
