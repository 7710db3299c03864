// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/agreement.h"
#include "engine/tensor.h"
#include "lang/base/json.h"

namespace phobos::tools {

/// What one --expect found.
struct Compared {
    std::string parameter;
    std::string obstacle;  ///< why nothing could be compared: another type or shape; empty if it was
    ScalarType element = ScalarType::i32;
    std::vector<std::int64_t> shape;
    engine::Comparison comparison;

    [[nodiscard]] bool agrees() const { return obstacle.empty() && comparison.agrees(); }
};

Compared compare(const std::string& parameter, const engine::Tensor& expected, const engine::Tensor& actual,
                 const engine::Agreement& agreement);

/// The subscripts of an element, by its index in row order.
std::vector<std::int64_t> subscripts(std::uint64_t index, const std::vector<std::int64_t>& shape);
/// "O[3, 1]".
std::string element_text(const std::string& parameter, std::uint64_t index, const std::vector<std::int64_t>& shape);
/// The decimal and, for floats, the bits.
std::string shown(ScalarType type, ScalarBits value);

/// "O: 4 elements agree", or how many differ, the worst and the first ten; whole lines.
std::string text_of(const Compared& compared, const engine::Agreement& agreement);
Json json_of(const Compared& compared);

}  // namespace phobos::tools
