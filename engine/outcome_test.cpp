// SPDX-License-Identifier: Apache-2.0
#include "engine/outcome.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace phobos::engine {
namespace {

TEST(FaultRows, GiveEachKindItsRowACodeOfItsOwnAndAName) {
    std::set<diagnostics::Code> codes;
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < fault_rows.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(fault_rows[i].kind), i);
        codes.insert(fault_rows[i].code);
        names.insert(fault_rows[i].spelling);
    }
    EXPECT_EQ(codes.size(), fault_rows.size());
    EXPECT_EQ(names.size(), fault_rows.size());
    EXPECT_EQ(row(FaultKind::race).code, diagnostics::Code::fault_race);
    EXPECT_EQ(row(FaultKind::grid_barrier).spelling, "grid-barrier");
}

}  // namespace
}  // namespace phobos::engine
