// SPDX-License-Identifier: Apache-2.0
#include "engine/io/safetensors.h"

#include <gtest/gtest.h>

#include "engine/io/test_support.h"

namespace phobos::io {
namespace {

using testing::bytes_of;
using testing::verdict;

ByteSource file_of(std::string_view header, std::string_view data) {
    std::string file;
    for (int byte = 0; byte < 8; ++byte) file += static_cast<char>(header.size() >> (8 * byte) & 0xFF);
    return ByteSource::of(bytes_of(file + std::string(header) + std::string(data)));
}

std::string read_verdict(std::string_view header, std::string_view data, std::optional<std::string_view> key = "a",
                         std::optional<ScalarType> wanted = {}) {
    return verdict(read_safetensors(file_of(header, data), key, wanted));
}

TEST(Safetensors, ReadsOneOfSeveral) {
    const ByteSource file =
        file_of(R"({"__metadata__":{"made":"here"},"b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},)"
                R"("a":{"dtype":"I32","shape":[1,1],"data_offsets":[0,4]}}  )",
                {"\1\0\0\0\2\3", 6});
    const auto a = read_safetensors(file, "a", ScalarType::i32);
    ASSERT_TRUE(a) << verdict(a);
    EXPECT_EQ(*a, engine::Tensor(ScalarType::i32, {1, 1}, bytes_of({"\1\0\0\0", 4})));
    EXPECT_EQ(*read_safetensors(file, "b", {}), engine::Tensor(ScalarType::u8, {2}, bytes_of("\2\3")));
    EXPECT_EQ(*safetensors_keys(file), (std::vector<std::string>{"b", "a"}));
    EXPECT_EQ(verdict(read_safetensors(file, "c", {})),
              "file_key_missing: there is no 'c' in the file; its keys are b, a");
    EXPECT_EQ(verdict(read_safetensors(file, {}, {})),
              "file_key_missing: a key must say which tensor; the file's keys are b, a");
}

TEST(Safetensors, AFileOfOneNeedsNoKey) {
    EXPECT_EQ(read_verdict(R"({"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]}})", "x", {}), "ok");
    EXPECT_EQ(read_verdict("{}", "", {}), "file_key_missing: a key must say which tensor; the file's keys are none");
}

TEST(Safetensors, ElementTypesAreChecked) {
    EXPECT_EQ(read_verdict(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "1234", "a", ScalarType::i32),
              "file_element_mismatch: the element type must be i32, found f32 ('F32')");
    EXPECT_EQ(read_verdict(R"({"a":{"dtype":"U64","shape":[1],"data_offsets":[0,8]}})", "12345678"),
              "file_element_unsupported: element type 'U64' has no counterpart in the language");
    EXPECT_EQ(read_verdict(R"({"a":{"dtype":"NEW","shape":[1],"data_offsets":[0,8]}})", "12345678"),
              "file_element_unsupported: element type 'NEW' has no counterpart in the language");
}

TEST(Safetensors, RangesFitShapesAndFillTheFile) {
    const std::string malformed = "safetensors_malformed: the .safetensors header is malformed: ";
    const auto two = [](const char* first, const char* second) {
        return fmt::format(
            R"({{"a":{{"dtype":"U8","shape":[4],"data_offsets":{}}},"b":{{"dtype":"U8","shape":[4],"data_offsets":{}}}}})",
            first, second);
    };
    EXPECT_EQ(read_verdict(two("[0,4]", "[4,8]"), "12345678"), "ok");
    EXPECT_EQ(read_verdict(two("[4,8]", "[0,4]"), "12345678"), "ok");
    EXPECT_EQ(read_verdict(two("[0,4]", "[3,7]"), "1234567"),
              malformed + "tensor 'b' begins at byte 3, 4 was expected");
    EXPECT_EQ(read_verdict(two("[0,4]", "[5,9]"), "123456789"),
              malformed + "tensor 'b' begins at byte 5, 4 was expected");
    EXPECT_EQ(read_verdict(two("[1,5]", "[5,9]"), "123456789"),
              malformed + "tensor 'a' begins at byte 1, 0 was expected");
    EXPECT_EQ(read_verdict(two("[0,4]", "[4,8]"), "1234567"),
              "file_truncated: the tensors take 8 bytes, the file has 7");
    EXPECT_EQ(read_verdict(two("[0,4]", "[4,8]"), "123456789"),
              "file_trailing_bytes: the tensors take 8 bytes, the file has 9");
    EXPECT_EQ(read_verdict(two("[0,3]", "[3,7]"), "1234567"),
              malformed + "tensor 'a' of 4 elements of U8 does not fit its 3 bytes");
    EXPECT_EQ(read_verdict(two("[4,0]", "[4,8]"), "12345678"),
              malformed + "tensor 'a' has data_offsets that are no pair of ascending numbers");
}

TEST(Safetensors, AbsurdShapesTakeNoMemory) {
    EXPECT_EQ(read_verdict(R"({"a":{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", ""),
              "safetensors_malformed: the .safetensors header is malformed: tensor 'a' of 4294967296x4294967296 "
              "elements of U8 "
              "does not fit its 0 bytes");
    EXPECT_EQ(read_verdict(R"({"a":{"dtype":"U8","shape":[1,1,1,1,1],"data_offsets":[0,1]}})", "1"),
              "file_shape: shape 1x1x1x1x1 has 5 dimensions, at most 4 are possible");
    EXPECT_EQ(read_verdict(R"({"a":{"dtype":"U8","shape":[0,4294967296],"data_offsets":[0,0]}})", ""),
              "file_shape: dimension 4294967296 of shape 0x4294967296 is outside 0 to 2147483647");
    EXPECT_EQ(verdict(read_safetensors(file_of(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", "1234"), "a",
                                       {}, 3)),
              "file_too_large: a tensor of 4 elements of u8 is larger than the limit of 3 bytes");
}

TEST(Safetensors, MalformedHeadersAreNamed) {
    const std::string needs = "tensor 'a' needs dtype, shape and data_offsets, and nothing else";
    const std::pair<const char*, std::string> flaws[] = {
        {"", "it is no JSON"},
        {"{", "it is no JSON"},
        {"[]", "it is no JSON object"},
        {" {}", "it is no JSON object"},
        {"{} x", "it is no JSON"},
        {"{\"\xff\":1}", "it is no JSON"},
        {R"({"a":1})", needs},
        {R"({"a":{"dtype":"U8","shape":[0]}})", needs},
        {R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0],"more":1}})", needs},
        {R"({"a":{"dtype":8,"shape":[0],"data_offsets":[0,0]}})", "tensor 'a' has a dtype that is no string"},
        {R"({"a":{"dtype":"U8","shape":0,"data_offsets":[0,0]}})", "tensor 'a' has a shape that is no list of lengths"},
        {R"({"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,0]}})",
         "tensor 'a' has a shape that is no list of lengths"},
        {R"({"a":{"dtype":"U8","shape":[1.5],"data_offsets":[0,0]}})",
         "tensor 'a' has a shape that is no list of lengths"},
        {R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0]}})",
         "tensor 'a' has data_offsets that are no pair of ascending numbers"},
        {R"({"a":{"dtype":"U8","shape":[0],"data_offsets":"0"}})",
         "tensor 'a' has data_offsets that are no pair of ascending numbers"},
        {R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})",
         "the key 'a' comes twice"},
        {R"({"a":{"dtype":"U8","dtype":"U8","shape":[0],"data_offsets":[0,0]}})", "the key 'dtype' comes twice"},
        {R"({"a":{"dtype":"U8","shape":[[0]],"data_offsets":[0,0]}})", "it is nested too deeply"},
        {R"({"__metadata__":{"a":1}})", "__metadata__ is no object of strings"},
        {R"({"__metadata__":"a"})", "__metadata__ is no object of strings"},
    };
    for (const auto& [text, message] : flaws)
        EXPECT_EQ(read_verdict(text, ""), "safetensors_malformed: the .safetensors header is malformed: " + message)
            << text;
    const std::string deep(1 << 20, '[');
    EXPECT_EQ(read_verdict(deep, ""),
              "safetensors_malformed: the .safetensors header is malformed: it is nested too deeply");
}

TEST(Safetensors, HeaderLengthIsChecked) {
    const auto of = [](std::string_view text) { return verdict(safetensors_keys(ByteSource::of(bytes_of(text)))); };
    EXPECT_EQ(of("1234567"), "file_truncated: the file is too short for a .safetensors header");
    EXPECT_EQ(of({"\3\0\0\0\0\0\0\0{}", 10}), "file_truncated: the file ends inside its header");
    EXPECT_EQ(of("\xff\xff\xff\xff\xff\xff\xff\xff"),
              "safetensors_malformed: the .safetensors header is malformed: its 18446744073709551615 bytes are more "
              "than 16777216");
}

TEST(Safetensors, WrittenTensorsAreAligned) {
    const engine::Tensor bytes(ScalarType::u8, {3}, bytes_of("abc"));
    const engine::Tensor wide(ScalarType::f64, {1}, bytes_of("12345678"));
    const std::vector<NamedTensor> tensors{{"bytes", bytes}, {"wide \"quoted\"", wide}};
    const std::vector<std::byte> file = encode_safetensors(tensors);
    const ByteSource source = ByteSource::of(file);
    EXPECT_EQ(*safetensors_keys(source), (std::vector<std::string>{"wide \"quoted\"", "bytes"}));
    EXPECT_EQ(*read_safetensors(source, "bytes", ScalarType::u8), bytes);
    EXPECT_EQ(*read_safetensors(source, "wide \"quoted\"", ScalarType::f64), wide);
    EXPECT_EQ((file.size() - 11) % 8, 0U);
}

}  // namespace
}  // namespace phobos::io
