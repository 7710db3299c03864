// SPDX-License-Identifier: Apache-2.0
#include "engine/io/npy.h"

#include <gtest/gtest.h>

#include "engine/io/npy_header.h"
#include "engine/io/test_support.h"

namespace phobos::io {
namespace {

using testing::bytes_of;
using testing::verdict;

/// A file of format 1 with the given header text and data.
std::string file_of(std::string_view header, std::string_view data) {
    std::string file("\x93NUMPY\x01\x00", 8);
    file += static_cast<char>(header.size() & 0xFF);
    file += static_cast<char>(header.size() >> 8);
    return file + std::string(header) + std::string(data);
}

std::string header_of(std::string_view descr, std::string_view order, std::string_view shape) {
    return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}\n", descr, order, shape);
}

std::string read_verdict(std::string_view header, std::string_view data, std::optional<ScalarType> wanted = {}) {
    return verdict(read_npy(bytes_of(file_of(header, data)), wanted));
}

TEST(NpyHeader, KeysComeInAnyOrderWithEitherQuoteAndAnyBlanks) {
    const NpyHeader expected{"<f4", Order::column_major, {3, 4}};
    for (const char* text : {"{'descr': '<f4', 'fortran_order': True, 'shape': (3, 4), }          \n",
                             R"({"shape":(3,4,),"descr":"<f4","fortran_order":True})",
                             " {'fortran_order' : True,\n'shape': ( 3L , 4L ) , 'descr':'<f4'}\t"}) {
        const auto header = parse_npy_header(text);
        ASSERT_TRUE(header) << text << verdict(header);
        EXPECT_EQ(*header, expected) << text;
    }
}

TEST(NpyHeader, EachFlawIsNamedWithItsPlace) {
    const std::pair<const char*, const char*> flaws[] = {
        {"", "byte 0 of the .npy header: '{' is missing"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,), } x",
         "byte 58 of the .npy header: text follows the dictionary"},
        {"{'descr': '<f4'}", "byte 16 of the .npy header: one of the keys descr, fortran_order and shape is missing"},
        {"{'descr': '<f4', 'descr': '<f4'}", "byte 31 of the .npy header: a key comes twice"},
        {"{'shape': (3,), 'shape': (3,)}", "byte 29 of the .npy header: a key comes twice"},
        {"{'more': 1}", "byte 8 of the .npy header: a key other than descr, fortran_order and shape"},
        {"{'descr' '<f4'}", "byte 9 of the .npy header: ':' is missing"},
        {"{'descr': '<f4' 'shape': (1,)}", "byte 16 of the .npy header: ',' or '}' is missing"},
        {"{descr: '<f4'}", "byte 1 of the .npy header: a quoted word is missing"},
        {"{'descr", "byte 1 of the .npy header: the quoted word does not end"},
        {"{'descr': '<\\x66'}", "byte 10 of the .npy header: a quoted word has a backslash"},
        {"{'fortran_order': 1}", "byte 18 of the .npy header: True or False is missing"},
        {"{'shape': 3}", "byte 10 of the .npy header: '(' is missing"},
        {"{'shape': (3)}", "byte 12 of the .npy header: a shape of one length ends with ',)'"},
        {"{'shape': (-3,)}", "byte 11 of the .npy header: a length of the shape is negative"},
        {"{'shape': (x,)}", "byte 11 of the .npy header: a length of the shape is missing"},
        {"{'shape': (3, 4 5)}", "byte 16 of the .npy header: ',' or ')' is missing"},
        {"{'shape': (3, ", "byte 14 of the .npy header: a length of the shape is missing"},
        {"{'descr': '<f4', ", "byte 17 of the .npy header: a quoted word is missing"},
    };
    for (const auto& [text, message] : flaws)
        EXPECT_EQ(verdict(parse_npy_header(text)), fmt::format("npy_malformed: {}", message)) << text;
    std::string many = "{'shape': (";
    for (int i = 0; i < 65; ++i) many += "1,";
    EXPECT_EQ(verdict(parse_npy_header(many)),
              "npy_malformed: byte 139 of the .npy header: the shape has too many lengths");
}

TEST(Npy, ReadsBothOrdersAndByteOrders) {
    const auto little = read_npy(bytes_of(file_of(header_of("<i4", "False", "(2,)"), {"\1\0\0\0\2\0\0\0", 8})), {});
    const auto big = read_npy(bytes_of(file_of(header_of(">i4", "False", "(2,)"), {"\0\0\0\1\0\0\0\2", 8})), {});
    ASSERT_TRUE(little);
    ASSERT_TRUE(big);
    EXPECT_EQ(*little, *big);
    EXPECT_EQ(little->load(1), ScalarBits{2});
    const auto columns = read_npy(bytes_of(file_of(header_of("|u1", "True", "(2, 3)"), "abcdef")), {});
    ASSERT_TRUE(columns);
    EXPECT_EQ(testing::hex(columns->bytes()), testing::hex(bytes_of("acebdf")));
}

TEST(Npy, Bf16IsVoidAndUnsignedWhereAskedFor) {
    const std::string data("\x80\x3f", 2);
    EXPECT_EQ(read_verdict(header_of("<V2", "False", "(1,)"), data), "ok");
    EXPECT_EQ(read_verdict(header_of("|V2", "False", "(1,)"), data, ScalarType::bf16), "ok");
    EXPECT_EQ(read_verdict(header_of("<u2", "False", "(1,)"), data, ScalarType::bf16), "ok");
    EXPECT_EQ(read_verdict(header_of("<u2", "False", "(1,)"), data),
              "file_element_unsupported: element type '<u2' has no counterpart in the language");
    EXPECT_EQ(read_verdict(header_of("<V2", "False", "(1,)"), data, ScalarType::f16),
              "file_element_mismatch: the element type must be f16, found bf16 ('<V2')");
}

TEST(Npy, BoolBytesStayAsTheyAre) {
    const auto truth =
        read_npy(bytes_of(file_of(header_of("|b1", "False", "(3,)"), {"\0\1\7", 3})), ScalarType::boolean);
    ASSERT_TRUE(truth);
    EXPECT_EQ(truth->load(2), ScalarBits{7});
}

TEST(Npy, ElementTypesWithoutCounterpartAreNamed) {
    for (const char* descr : {"|O", "<c8", "<i2", "<u8", "<U4", "|S3", "<M8[ns]", "<f16", "", "<", "<f4x", "float32"})
        EXPECT_EQ(read_verdict(header_of(descr, "False", "(1,)"), "12345678"),
                  fmt::format("file_element_unsupported: element type '{}' has no counterpart in the language", descr));
    EXPECT_EQ(read_verdict("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "1234"),
              "file_element_unsupported: structured element types are not supported");
}

TEST(Npy, AnotherElementTypeIsAMismatchWithBothNames) {
    EXPECT_EQ(read_verdict(header_of("<f8", "False", "(1,)"), "12345678", ScalarType::f32),
              "file_element_mismatch: the element type must be f32, found f64 ('<f8')");
    EXPECT_EQ(read_verdict(header_of("<i8", "False", "(1,)"), "12345678", ScalarType::i64), "ok");
}

TEST(Npy, DataMustBeAsLongAsTheShapeSays) {
    EXPECT_EQ(read_verdict(header_of("<f4", "False", "(3,)"), "12345678"),
              "file_truncated: shape 3 of f32 takes 12 bytes, the file has 8");
    EXPECT_EQ(read_verdict(header_of("<f4", "False", "(1,)"), "12345678"),
              "file_trailing_bytes: shape 1 of f32 takes 4 bytes, the file has 8");
    EXPECT_EQ(read_verdict(header_of("<f4", "False", "(0, 7)"), ""), "ok");
    EXPECT_EQ(read_verdict(header_of("<f4", "True", "(7, 0, 2)"), ""), "ok");
    EXPECT_EQ(read_verdict(header_of("<f4", "False", "()"), "1234"), "ok");
    EXPECT_EQ(read_verdict(header_of("<f4", "False", "()"), ""),
              "file_truncated: shape scalar of f32 takes 4 bytes, the file has 0");
}

TEST(Npy, AbsurdShapesTakeNoMemory) {
    EXPECT_EQ(read_verdict(header_of("<f4", "False", "(1, 1, 1, 1, 1)"), "1234"),
              "file_shape: shape 1x1x1x1x1 has 5 dimensions, at most 4 are possible");
    EXPECT_EQ(read_verdict(header_of("<f4", "False", "(99999999999999999999999999,)"), "1234"),
              "file_shape: dimension 9223372036854775807 of shape 9223372036854775807 is outside 0 to 2147483647");
    EXPECT_EQ(read_verdict(header_of("<f4", "False", "(2147483647, 2147483647, 2147483647)"), "1234"),
              "file_too_large: shape 2147483647x2147483647x2147483647 has more elements than 64 bits count");
    EXPECT_EQ(read_verdict(header_of("<f4", "True", "(2147483647, 536870912)"), "1234"),
              "file_truncated: shape 2147483647x536870912 of f32 takes 4611686016279904256 bytes, the file has 4");
}

TEST(Npy, WhatPrecedesTheHeaderIsChecked) {
    const auto of = [](std::string_view text) { return verdict(read_npy(bytes_of(text), {})); };
    const std::string no_npy = "npy_malformed: it is no .npy file: it does not begin with \\x93NUMPY";
    EXPECT_EQ(of(""), no_npy);
    EXPECT_EQ(of("PK\3\4"), no_npy);
    EXPECT_EQ(of("\x93NUMPY"), "file_truncated: the file ends inside its header");
    EXPECT_EQ(of({"\x93NUMPY\x01\x00\x05", 9}), "file_truncated: the file ends inside its header");
    EXPECT_EQ(of({"\x93NUMPY\x01\x00\x05\x00{}", 12}), "file_truncated: the file ends inside its header");
    EXPECT_EQ(of({"\x93NUMPY\x02\x00\x05\x00", 10}), "file_truncated: the file ends inside its header");
    EXPECT_EQ(of({"\x93NUMPY\x04\x00\x05\x00\x00\x00", 12}),
              "npy_malformed: version 4.0 of the .npy format is not known");
    EXPECT_EQ(of({"\x93NUMPY\x01\x07\x05\x00\x00\x00", 12}),
              "npy_malformed: version 1.7 of the .npy format is not known");
    EXPECT_EQ(of({"\x93NUMPY\x02\x00\xff\xff\xff\xff", 12}),
              "npy_malformed: the header of 4294967295 bytes is too long");
}

TEST(Npy, WritesWhatNumPyWrites) {
    const engine::Tensor tensor(ScalarType::i8, {2}, bytes_of("ab"));
    std::string header = "{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }";
    header.resize(128 - 10 - 1, ' ');
    const std::string expected = file_of(header + "\n", "ab");
    EXPECT_EQ(testing::hex(encode_npy(tensor)), testing::hex(bytes_of(expected)));
}

}  // namespace
}  // namespace phobos::io
