// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/names.h"

#include <gtest/gtest.h>

namespace phobos::emit {
namespace {

TEST(Names, KeepsAWishThatNothingHas) {
    Names names;
    EXPECT_EQ(names.declare("acc"), "acc");
    EXPECT_EQ(names.declare("X"), "X");
}

TEST(Names, NumbersANameThatIsVisible) {
    Names names;
    EXPECT_EQ(names.declare("acc_1"), "acc_1");
    EXPECT_EQ(names.declare("acc"), "acc");
    EXPECT_EQ(names.declare("acc"), "acc_2");
    names.open();
    EXPECT_EQ(names.declare("acc"), "acc_3");
}

TEST(Names, GivesAwayAgainWhatIsNoLongerVisible) {
    Names names;
    names.open();
    EXPECT_EQ(names.declare("k"), "k");
    names.close();
    EXPECT_EQ(names.declare("k"), "k");
}

TEST(Names, LeavesWordsOfCppAndOfTheTextAlone) {
    Names names;
    EXPECT_EQ(names.declare("int"), "int_");
    EXPECT_EQ(names.declare("int"), "int_1");
    EXPECT_EQ(names.declare("f32"), "f32_");
    EXPECT_EQ(names.declare("threadIdx"), "threadIdx_");
    EXPECT_EQ(names.declare("scratch"), "scratch_");
    EXPECT_EQ(names.declare("xor_eq"), "xor_eq_");
    EXPECT_EQ(names.declare("CHAR_BIT"), "CHAR_BIT_");
}

TEST(Names, LeavesReservedFormsAlone) {
    Names names;
    EXPECT_EQ(names.declare("__shared__"), "shared_");
    EXPECT_EQ(names.declare("_K"), "K");
    EXPECT_EQ(names.declare("a__b"), "a_b");
    EXPECT_EQ(names.declare("___"), "name");
    EXPECT_EQ(names.declare("_1"), "n1");
    EXPECT_EQ(names.declare("PH_FN"), "ph_FN");
}

}  // namespace
}  // namespace phobos::emit
