// SPDX-License-Identifier: Apache-2.0
// Both directions against NumPy: what it writes is read, what is written it reads, and recipes give its bits.
#include <gtest/gtest.h>

#include <sstream>

#include "engine/io/file.h"
#include "engine/io/npy.h"
#include "engine/io/npz.h"
#include "engine/io/safetensors.h"
#include "engine/io/source.h"
#include "engine/io/staged_file.h"
#include "engine/io/test_support.h"

namespace phobos::io {
namespace {

using engine::Tensor;

const std::string oracle = "/usr/bin/python3 -B '" PHOBOS_SOURCE_DIR "/engine/io/testdata/numpy_oracle.py' ";

bool has_numpy() { return testing::run("/usr/bin/python3 -c 'import numpy' 2>/dev/null").status == 0; }

const std::vector<std::vector<std::int64_t>> shapes{{}, {1}, {5}, {0}, {2, 3}, {3, 0, 2}, {4, 3, 2}, {2, 3, 4, 5}};

/// A tensor of arbitrary bits that differ between types and shapes.
Tensor sample(ScalarType type, const std::vector<std::int64_t>& shape) {
    auto bits = generate(UniformRecipe{"0", "256", shape.size() + 100 * static_cast<std::uint64_t>(type)},
                         ScalarType::u8, {static_cast<std::int64_t>(*engine::byte_count(type, shape, 1 << 20))});
    std::vector<std::byte> bytes = std::move(*bits).release_bytes();
    if (type == ScalarType::boolean)
        for (std::byte& byte : bytes) byte &= std::byte{1};
    return Tensor(type, shape, std::move(bytes));
}

std::string manifest_line(const std::string& place, const Tensor& tensor) {
    return fmt::format("{} {} {} {}\n", place, spelling(tensor.element()), engine::spelling_of_shape(tensor.shape()),
                       testing::hex(tensor.bytes()));
}

TEST(NumPy, FilesItWritesAreRead) {
    if (!has_numpy()) GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
    const testing::TemporaryFolder folder;
    const testing::Ran written = testing::run(oracle + "write " + folder.path());
    ASSERT_EQ(written.status, 0);
    std::istringstream lines(written.output);
    int count = 0;
    for (std::string spec, type, shape, hex; lines >> spec >> type >> shape >> hex; ++count) {
        const auto source = parse_source_spec(spec);
        ASSERT_TRUE(source) << spec;
        const auto tensor = load(*source, *scalar_type(type));
        ASSERT_TRUE(tensor) << spec << ": " << testing::verdict(tensor);
        EXPECT_EQ(spelling(tensor->element()), type) << spec;
        EXPECT_EQ(engine::spelling_of_shape(tensor->shape()), shape) << spec;
        EXPECT_EQ(testing::hex(tensor->bytes()), hex) << spec;
    }
    EXPECT_GT(count, 400);
}

TEST(NumPy, ReadsTheFilesThatAreWritten) {
    if (!has_numpy()) GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
    const testing::TemporaryFolder folder;
    std::string manifest;
    std::vector<Tensor> tensors;
    for (const ScalarTypeRow& type : scalar_types)
        for (const auto& shape : shapes) tensors.push_back(sample(type.type, shape));
    std::vector<NamedTensor> named;
    for (const Tensor& tensor : tensors) {
        named.push_back(
            {fmt::format("{}.{}", spelling(tensor.element()), engine::spelling_of_shape(tensor.shape())), tensor});
        const std::string path = folder.file(named.back().name + ".npy");
        ASSERT_TRUE(write_file(path, encode_npy(tensor)));
        manifest += manifest_line(path, tensor);
    }
    ASSERT_TRUE(write_file(folder.file("stored.npz"), *encode_npz(named, Compression::stored)));
    ASSERT_TRUE(write_file(folder.file("deflated.npz"), *encode_npz(named, Compression::deflated)));
    ASSERT_TRUE(write_file(folder.file("all.safetensors"), encode_safetensors(named)));
    for (const NamedTensor& entry : named)
        for (const char* file : {"stored.npz", "deflated.npz", "all.safetensors"})
            manifest += manifest_line(folder.file(file) + ":" + entry.name, entry.tensor);
    testing::put(folder.file("manifest"), manifest);
    const testing::Ran checked = testing::run(oracle + "check " + folder.path() + " < " + folder.file("manifest"));
    EXPECT_EQ(checked.status, 0);
    EXPECT_EQ(checked.output, fmt::format("{} right\n", 4 * named.size()));
}

TEST(NumPy, RecipesGiveItsBits) {
    if (!has_numpy()) GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
    const testing::TemporaryFolder folder;
    const std::string floats = "f16 bf16 f32 f64";
    const std::vector<std::pair<std::string, std::string>> recipes{
        {"zeros:4x8", floats + " i8 u8 i32 u32 i64 bool"},
        {"ones:3", floats + " i8 u8 i32 u32 i64 bool"},
        {"iota:2x50", floats + " i8 u8 i32 u32 i64"},
        {"iota:2", "bool"},
        {"iota:257", "bf16"},
        {"iota:2049", "f16"},
        {"const(2.5):4x8", floats},
        {"const(-0.0):2", floats},
        {"const(inf):2", floats},
        {"const(-7):5", floats + " i8 i32 i64"},
        {"const(0x7f):5", "f64 i8 u8 i32 u32 i64"},
        {"uniform(0,1,7):4x8", floats},
        {"uniform(-1,1,0):1000", floats},
        {"uniform(-1e-6, 1e-6, 5):1000", floats},
        {"uniform(0,1e-39,5):1000", floats},
        {"uniform(0.1,0.7,18446744073709551615):10x10", floats},
        {"uniform(-100,100,3):1000", "i8 i32 i64"},
        {"uniform(0,256,3):1000", "u8 i32 u32 i64"},
        {"uniform(-128,128,4):1000", "i8"},
        {"uniform(0,4294967296,4):1000", "u32"},
        {"uniform(-9223372036854775808,9223372036854775808,4):1000", "i64"},
        {"uniform(0,2,9):100", "bool"},
        {"normal(1):1000", floats},
        {"normal(18446744073709551615):7x3", floats},
        {"normal(2):0", floats},
    };
    std::string input;
    for (const auto& [recipe, types] : recipes) {
        std::istringstream words(types);
        for (std::string type; words >> type;) input += fmt::format("{} {}\n", recipe, type);
    }
    testing::put(folder.file("input"), input);
    const testing::Ran expected = testing::run(oracle + "recipes < " + folder.file("input"));
    ASSERT_EQ(expected.status, 0);
    std::istringstream lines(input);
    std::istringstream hexes(expected.output);
    for (std::string line, hex; std::getline(lines, line);) {
        ASSERT_TRUE(hexes >> hex) << line;
        const std::size_t blank = line.rfind(' ');
        const auto source = parse_source_spec(line.substr(0, blank));
        ASSERT_TRUE(source) << line << ": " << testing::verdict(source);
        const auto tensor = load(*source, *scalar_type(line.substr(blank + 1)));
        ASSERT_TRUE(tensor) << line << ": " << testing::verdict(tensor);
        EXPECT_EQ(testing::hex(tensor->bytes()), hex) << line;
    }
}

}  // namespace
}  // namespace phobos::io
