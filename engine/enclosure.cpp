// SPDX-License-Identifier: Apache-2.0
#include "engine/enclosure.h"

#include "lang/vocabulary/scalar_value.h"

namespace phobos::engine {
namespace {

bool is_nan(ScalarType type, ScalarBits value) {
    return is_float(type) && layout(float_format(type)).is_nan(value.bits);
}

bool is_informative(ScalarType type, ScalarBits low, ScalarBits high, std::uint64_t widest) {
    if (is_nan(type, low)) return is_nan(type, high);
    return steps_between(type, low, high) <= widest;
}

}  // namespace

EnclosedComparison compare(const Enclosure& enclosure, const Tensor& actual, std::uint64_t widest,
                           const std::vector<bool>& excepted) {
    EnclosedComparison result;
    std::vector<bool> left_out = excepted;
    left_out.resize(actual.elements(), false);
    for (std::uint64_t i = 0; i < actual.elements(); ++i) {
        if (left_out[i]) continue;
        if (is_informative(actual.element(), enclosure.low.load(i), enclosure.high.load(i), widest)) continue;
        result.uninformative.push_back(i);
        left_out[i] = true;
    }
    result.comparison = compare_enclosed(enclosure.low, enclosure.high, actual, left_out);
    return result;
}

}  // namespace phobos::engine
