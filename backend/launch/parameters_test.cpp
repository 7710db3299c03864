// SPDX-License-Identifier: Apache-2.0
#include "backend/launch/parameters.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace phobos::launch {
namespace {

using program::DimId;
using program::LocalId;
using program::TensorId;

TEST(Parameters, AreASlotEachInTheOrderOfTheText) {
    program::Program program;  // kernel k(X: tensor<f32>[N], a: f16, Y: tensor<f32>[M], b: i64)
    program.dims = {{"N", 1, {}}, {"M", 1, {}}};
    program.tensors = {{"X", ScalarType::f32, {DimId{0}}, true, false, {}},
                       {"Y", ScalarType::f32, {DimId{1}}, true, false, {}}};
    program.locals = {{"a", ScalarType::f16, {}}, {"b", ScalarType::i64, {}}};
    program.parameters = {TensorId{0}, LocalId{0}, TensorId{1}, LocalId{1}};
    engine::Launch launch;
    launch.arguments = {engine::OwnTensor{*engine::make_zeroed(ScalarType::f32, {3}), 0},
                        engine::Scalar{ScalarType::f16, {0x3C00}},
                        engine::OwnTensor{*engine::make_zeroed(ScalarType::f32, {70'000}), 0},
                        engine::Scalar{ScalarType::i64, {0xFFFF'FFFF'FFFF'FFFE}}};
    const std::vector<emit::Parameter> parameters{emit::TensorParameter{TensorId{0}}, emit::ScalarParameter{LocalId{0}},
                                                  emit::TensorParameter{TensorId{1}}, emit::ScalarParameter{LocalId{1}},
                                                  emit::DimParameter{DimId{1}},       emit::FaultParameter{}};
    const Addresses addresses{{0x7000'0000'1000, 0x7000'0000'2000}, 0x7000'0000'3000};
    EXPECT_EQ(packed(parameters, program, launch, {{3, 70'000}}, addresses),
              (std::vector<std::uint64_t>{0x7000'0000'1000, 0x3C00, 0x7000'0000'2000, 0xFFFF'FFFF'FFFF'FFFE, 70'000,
                                          0x7000'0000'3000}));
    EXPECT_TRUE(packed({}, program, launch, {{3, 70'000}}, addresses).empty());
}

}  // namespace
}  // namespace phobos::launch
