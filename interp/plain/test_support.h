// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "interp/plain/engine.h"
#include "lang/check/check.h"
#include "lang/diagnostics/terminal.h"
#include "lang/source/source_file.h"

/// What tests of the plain evaluator share: kernels as text, tensors as vectors.
namespace phobos::plain {

/// The only kernel of the text.
inline program::CheckedProgram checked(const std::string& text, int lanes = 32) {
    const SourceFile source{"test.ph", text};
    check::Checked result = check::check(source, check::Target{lanes}, {});
    if (result.kernels.size() != 1)
        throw std::invalid_argument(
            diagnostics::terminal_text({source, result.diagnostics}, diagnostics::Color::never));
    return std::move(result.kernels.front());
}

template <class T>
constexpr ScalarType scalar_type_of() {
    if constexpr (std::is_same_v<T, float>) return ScalarType::f32;
    if constexpr (std::is_same_v<T, double>) return ScalarType::f64;
    if constexpr (std::is_same_v<T, std::int8_t>) return ScalarType::i8;
    if constexpr (std::is_same_v<T, std::uint8_t>) return ScalarType::u8;
    if constexpr (std::is_same_v<T, std::int32_t>) return ScalarType::i32;
    if constexpr (std::is_same_v<T, std::uint32_t>) return ScalarType::u32;
    if constexpr (std::is_same_v<T, std::int64_t>) return ScalarType::i64;
    if constexpr (std::is_same_v<T, bool>) return ScalarType::boolean;
}

template <class T>
ScalarBits bits_of(T value) {
    if constexpr (std::is_same_v<T, bool>) return {value ? std::uint64_t{1} : 0};
    if constexpr (std::is_same_v<T, float>) return {std::bit_cast<std::uint32_t>(value)};
    if constexpr (std::is_same_v<T, double>) return {std::bit_cast<std::uint64_t>(value)};
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
        return {static_cast<std::make_unsigned_t<T>>(value)};
}

template <class T>
engine::OwnTensor tensor(std::vector<std::int64_t> shape, const std::vector<T>& values) {
    engine::Tensor result = *engine::make_zeroed(scalar_type_of<T>(), std::move(shape));
    for (std::size_t i = 0; i < values.size(); ++i) result.store(i, bits_of<T>(values[i]));
    return {std::move(result), 0};
}
template <class T>
engine::OwnTensor vector_of(const std::vector<T>& values) {
    return tensor<T>({static_cast<std::int64_t>(values.size())}, values);
}
template <class T>
engine::OwnTensor zeros(std::vector<std::int64_t> shape) {
    return {*engine::make_zeroed(scalar_type_of<T>(), std::move(shape)), 0};
}
template <class T>
engine::OwnTensor unwritten(std::vector<std::int64_t> shape) {
    return {*engine::make_unwritten(scalar_type_of<T>(), std::move(shape)), 0};
}

template <class T>
std::vector<T> values_of(const engine::Tensor& tensor) {
    std::vector<T> result;
    for (std::uint64_t i = 0; i < tensor.elements(); ++i) {
        const std::uint64_t bits = tensor.load(i).bits;
        if constexpr (std::is_same_v<T, float>)
            result.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        if constexpr (std::is_same_v<T, double>) result.push_back(std::bit_cast<double>(bits));
        if constexpr (std::is_integral_v<T>) result.push_back(static_cast<T>(bits));
    }
    return result;
}

/// The checks of this engine, levels too: every test of a kernel is also a test of its levels.
inline engine::Settings all_checks() {
    engine::Settings settings;
    settings.checks = {true, false, true};
    return settings;
}

inline engine::Ran run(const program::CheckedProgram& program, std::vector<engine::Argument> arguments,
                       engine::Block grid = {1, 1, 1}, const engine::Settings& settings = all_checks()) {
    const auto engine = make_engine();
    return engine::run(*engine, program, {std::move(arguments), grid}, settings);
}

/// Runs to the end; the values of the given argument.
template <class T>
std::vector<T> result(const program::CheckedProgram& program, std::size_t index,
                      std::vector<engine::Argument> arguments, engine::Block grid = {1, 1, 1}) {
    const engine::Ran ran = run(program, std::move(arguments), grid);
    if (const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome)) ADD_FAILURE() << trapped->message;
    if (const auto* error = std::get_if<engine::LaunchError>(&ran.outcome)) ADD_FAILURE() << error->message;
    if (const auto* violation = std::get_if<engine::LevelViolation>(&ran.outcome)) ADD_FAILURE() << violation->message;
    EXPECT_EQ(engine::spelling(ran.outcome), "finished");
    EXPECT_TRUE(ran.damaged.empty());
    return ran.tensors.empty() ? std::vector<T>{} : values_of<T>(ran.tensors[index]);
}

/// 0, 1, ..., count - 1, each through a function.
template <class T, class Function>
std::vector<T> counted(std::size_t count, const Function& function) {
    std::vector<T> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(static_cast<T>(function(static_cast<std::int64_t>(i))));
    return result;
}

}  // namespace phobos::plain
