// SPDX-License-Identifier: Apache-2.0
#include "engine/io/source.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

#include "engine/io/npy.h"
#include "engine/io/npz.h"
#include "engine/io/safetensors.h"
#include "engine/io/staged_file.h"
#include "engine/io/test_support.h"

namespace phobos::io {
namespace {

using engine::Tensor;
using testing::verdict;

TEST(Source, FilesAreKnownByTheirEnding) {
    EXPECT_EQ(*parse_source_spec("-"), Source(NpySource{"-"}));
    EXPECT_EQ(*parse_source_spec("dir.npz/a:b.npy"), Source(NpySource{"dir.npz/a:b.npy"}));
    EXPECT_EQ(*parse_source_spec("a.npz:w"), Source(NpzSource{"a.npz", "w"}));
    EXPECT_EQ(*parse_source_spec("a.npz:w.npy"), Source(NpzSource{"a.npz", "w.npy"}));
    EXPECT_EQ(*parse_source_spec("a.npz:b.npz:c"), Source(NpzSource{"a.npz", "b.npz:c"}));
    EXPECT_EQ(*parse_source_spec("a.npz:"), Source(NpzSource{"a.npz", ""}));
    EXPECT_EQ(*parse_source_spec("a.npz"), Source(NpzSource{"a.npz", std::nullopt}));
    EXPECT_EQ(*parse_source_spec("m.safetensors:layer.0:w"), Source(SafetensorsSource{"m.safetensors", "layer.0:w"}));
    EXPECT_EQ(*parse_source_spec("m.safetensors"), Source(SafetensorsSource{"m.safetensors", std::nullopt}));
    EXPECT_EQ(*parse_source_spec("./zeros.npy"), Source(NpySource{"./zeros.npy"}));
    EXPECT_EQ(*parse_source_spec("zeros.npy"), Source(NpySource{"zeros.npy"}));
}

TEST(Source, RecipesHaveAShape) {
    EXPECT_EQ(*parse_source_spec("zeros:4x8"), Source(RecipeSource{ConstantRecipe{"0"}, {4, 8}}));
    EXPECT_EQ(*parse_source_spec("uniform(0, 1, 7):3"), Source(RecipeSource{UniformRecipe{"0", "1", 7}, {3}}));
    EXPECT_EQ(verdict(parse_source_spec("zeros")), "source_malformed: 'zeros': a shape is missing, as in ':4x8'");
    EXPECT_EQ(verdict(parse_source_spec("normal(1)")),
              "source_malformed: 'normal(1)': a shape is missing, as in ':4x8'");
    EXPECT_EQ(verdict(parse_source_spec("zeros:4y")),
              "source_shape: 'zeros:4y': shape '4y': 'x' is missing at character 2");
    EXPECT_EQ(verdict(parse_source_spec("const(2.5:4")), "source_malformed: 'const(2.5', character 10: ')' is missing");
    EXPECT_EQ(verdict(parse_source_spec("const(1)x:4")),
              "source_malformed: 'const(1)x', character 9: nothing may follow");
}

TEST(Source, WhatHasNoFormIsTold) {
    for (const char* text :
         {"", "a", "a.bin", "a.npz.gz", ".npy", ".npz", ".npz:k", ".safetensors:k", "rand(1):4", "zerosx:4"})
        EXPECT_TRUE(verdict(parse_source_spec(text))
                        .starts_with(fmt::format("source_malformed: '{}': it is none of FILE.npy, ", text)))
            << text;
}

TEST(Source, LoadsEachKindAndNamesWhereItFailed) {
    const testing::TemporaryFolder folder;
    const auto tensor = generate(IotaRecipe{}, ScalarType::f32, {2, 3});
    ASSERT_TRUE(tensor);
    const std::vector<NamedTensor> named{{"k", *tensor}};
    ASSERT_TRUE(write_file(folder.file("a.npy"), encode_npy(*tensor)));
    ASSERT_TRUE(write_file(folder.file("a.npz"), *encode_npz(named, Compression::deflated)));
    ASSERT_TRUE(write_file(folder.file("a.safetensors"), encode_safetensors(named)));
    for (const char* name : {"a.npy", "a.npz", "a.npz:k", "a.safetensors", "a.safetensors:k"}) {
        const Source source = *parse_source_spec(folder.file(name));
        EXPECT_EQ(*load(source, ScalarType::f32), *tensor) << name;
        EXPECT_TRUE(verdict(load(source, ScalarType::i32))
                        .starts_with(fmt::format("file_element_mismatch: {}: the element type must be i32, found f32",
                                                 folder.file(name))))
            << name;
    }
    EXPECT_EQ(*load(*parse_source_spec("iota:2x3"), ScalarType::f32), *tensor);
    for (const char* name : {"no.npy", "no.npz:k", "no.safetensors:k"})
        EXPECT_TRUE(verdict(load(*parse_source_spec(folder.file(name)), ScalarType::f32))
                        .starts_with("file_unreadable: cannot read "))
            << name;
    EXPECT_EQ(verdict(load(*parse_source_spec(folder.file("a.npz:z")), ScalarType::f32)),
              fmt::format("file_key_missing: {}: there is no 'z' in the file; its keys are k", folder.file("a.npz:z")));
}

TEST(Source, TheStandardInputIsANpyFile) {
    const testing::TemporaryFolder folder;
    testing::put(folder.file("a"), "no npy");
    const int saved = ::dup(STDIN_FILENO);
    ASSERT_NE(std::freopen(folder.file("a").c_str(), "r", stdin), nullptr);
    EXPECT_EQ(verdict(load(*parse_source_spec("-"), ScalarType::f32)),
              "npy_malformed: standard input: it is no .npy file: it does not begin with \\x93NUMPY");
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
}

TEST(Source, OutputFormatsFollowTheEnding) {
    EXPECT_EQ(file_format("y.npy"), FileFormat::npy);
    EXPECT_EQ(file_format("y.npz"), FileFormat::npz);
    EXPECT_EQ(file_format("y.safetensors"), FileFormat::safetensors);
    EXPECT_EQ(file_format("y.txt"), std::nullopt);
    EXPECT_EQ(file_format(".npy"), std::nullopt);
}

}  // namespace
}  // namespace phobos::io
