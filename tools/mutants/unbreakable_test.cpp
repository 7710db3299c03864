// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/unbreakable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "fuzz/mutation/registry.h"

namespace phobos::tools {
namespace {

/// A rule more is one that nobody has to keep: it needs a reason that this number is raised for.
constexpr std::size_t most = 5;

TEST(Unbreakable, AreFewAndEachHasAReason) {
    EXPECT_LE(unbreakable.size(), most);
    std::set<std::string_view> rules;
    for (const Unbreakable& row : unbreakable) {
        EXPECT_FALSE(row.why.empty()) << row.rule;
        EXPECT_TRUE(rules.insert(row.rule).second) << row.rule;
    }
}

TEST(Unbreakable, NoPlantedFaultBreaksOne) {
    for (const mutation::Fault& fault : mutation::all_faults())
        for (const Unbreakable& row : unbreakable)
            EXPECT_EQ(std::ranges::count(fault.rules, row.rule), 0) << fault.id << " " << row.rule;
}

}  // namespace
}  // namespace phobos::tools
