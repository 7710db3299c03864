// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/list.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace phobos::diagnostics {
namespace {

Diagnostic at(std::uint32_t begin, Code code = Code::invalid_utf8, std::string message = "m") {
    return {code, {begin, begin + 1}, std::move(message), {}, {}};
}

std::vector<std::uint32_t> begins(const List& list) {
    std::vector<std::uint32_t> places;
    for (const Diagnostic& diagnostic : list.in_order()) places.push_back(diagnostic.span.begin);
    return places;
}

TEST(Code, spells_as_ph_and_four_digits_and_finds_its_row) {
    EXPECT_EQ(spelling(Code::invalid_utf8), "PH0101");
    EXPECT_EQ(row(Code::invalid_utf8).name, "invalid_utf8");
    for (const CodeRow& code : code_rows) EXPECT_EQ(&row(code.code), &code);
}

TEST(List, starts_empty) {
    const List list;
    EXPECT_TRUE(list.empty());
    EXPECT_FALSE(list.has_errors());
    EXPECT_FALSE(list.is_truncated());
    EXPECT_EQ(list.counts(), Counts{});
}

TEST(List, orders_by_place_then_code) {
    List list;
    list.add(at(7));
    list.add(at(3, Code::unknown_attribute));
    list.add(at(3, Code::control_character));
    list.add(at(3, Code::invalid_utf8));
    list.add(at(1, Code::attribute_without_effect));
    EXPECT_EQ(begins(list), (std::vector<std::uint32_t>{1, 3, 3, 3, 7}));
    EXPECT_EQ(list.in_order()[1].code, Code::invalid_utf8);
    EXPECT_EQ(list.in_order()[2].code, Code::control_character);
    EXPECT_EQ(list.in_order()[3].code, Code::unknown_attribute);
}

TEST(List, keeps_one_finding_once_and_different_ones_apart) {
    List list;
    Diagnostic with_note = at(3);
    with_note.notes.push_back({{0, 1}, "the first"});
    list.add(with_note);
    list.add(at(3));
    EXPECT_EQ(list.in_order().size(), 1u);
    EXPECT_EQ(list.in_order()[0].notes.size(), 1u) << "the first one stays";
    list.add(at(3, Code::invalid_utf8, "another message"));
    list.add(at(3, Code::control_character));
    list.add(at(4));
    EXPECT_EQ(list.in_order().size(), 4u);
}

TEST(List, counts_by_severity) {
    List list;
    list.add(at(1, Code::unknown_attribute));
    EXPECT_FALSE(list.has_errors());
    list.add(at(2, Code::invalid_utf8));
    list.add(at(3, Code::invalid_utf8));
    list.add(at(4, Code::attribute_without_effect));
    EXPECT_TRUE(list.has_errors());
    EXPECT_EQ(list.counts(), (Counts{2, 1, 1}));
}

TEST(List, full_it_keeps_errors_first_and_early_places_first) {
    List list(3);
    for (std::uint32_t i = 0; i < 3; ++i) list.add(at(i, Code::unknown_attribute));
    EXPECT_FALSE(list.is_truncated());
    list.add(at(90));
    list.add(at(80));
    EXPECT_TRUE(list.is_truncated());
    EXPECT_EQ(begins(list), (std::vector<std::uint32_t>{0, 80, 90}));
    list.add(at(70));
    list.add(at(60));
    EXPECT_EQ(begins(list), (std::vector<std::uint32_t>{60, 70, 80}));
}

TEST(List, a_duplicate_does_not_truncate) {
    List list(1);
    list.add(at(1));
    list.add(at(1));
    EXPECT_FALSE(list.is_truncated());
}

TEST(List, holds_a_hundred_by_default) {
    List list;
    for (std::uint32_t i = 0; i < 1000; ++i) list.add(at(i));
    EXPECT_EQ(list.in_order().size(), 100u);
    EXPECT_TRUE(list.is_truncated());
}

TEST(List, takes_in_another_list) {
    List first;
    first.add(at(1));
    List second(1);
    second.add(at(1));
    second.add(at(5));
    first.add(second);
    EXPECT_EQ(begins(first), (std::vector<std::uint32_t>{1}));
    EXPECT_TRUE(first.is_truncated());
}

TEST(Counts, spell_as_a_phrase) {
    EXPECT_EQ(spelling(Counts{}), "");
    EXPECT_EQ(spelling(Counts{1, 0, 0}), "1 error");
    EXPECT_EQ(spelling(Counts{2, 1, 0}), "2 errors and 1 warning");
    EXPECT_EQ(spelling(Counts{1, 2, 3}), "1 error, 2 warnings and 3 hints");
}

}  // namespace
}  // namespace phobos::diagnostics
