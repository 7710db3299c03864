// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutation/texts.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

namespace phobos::mutation {
namespace {

constexpr TextFault lane{"lane", "ctx.lane", "ctx.thread"};

TEST(TextFault, ReplacesWholeWordsOfTheBody) {
    EXPECT_EQ(with_fault(lane, "f(ctx.lane) { ctx.lane + ctx.lanes; ctx.lane }"),
              "f(ctx.lane) { ctx.thread + ctx.lanes; ctx.thread }");
    EXPECT_FALSE(with_fault(lane, "f(ctx.lane) { ctx.lanes }"));
    EXPECT_FALSE(with_fault(lane, "ctx.lane"));
}

TEST(TextFault, HaveIdsOfTheirOwnAndChangeSomething) {
    std::set<std::string_view> ids;
    for (const TextFault& fault : text_faults()) {
        EXPECT_TRUE(ids.insert(fault.id).second) << fault.id;
        EXPECT_NE(fault.from, fault.to) << fault.id;
    }
    EXPECT_GE(ids.size(), 50U);
}

TEST(ReportedFaults, AreTwenty) {
    std::set<std::string> ids;
    for (const Fault& fault : reported_faults()) ids.insert(fault.id);
    EXPECT_EQ(ids.size(), 20U);
}

}  // namespace
}  // namespace phobos::mutation
