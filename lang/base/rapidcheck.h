// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <utility>

/// The one way to RapidCheck, which is slow to compile; for tests only.
namespace phobos {

/// Tests that `property` holds for generated arguments; its counterexample and the seed that leads to it are printed.
template <class Property>
void for_all(const std::string& description, Property&& property) {
    EXPECT_TRUE(rc::check(description, std::forward<Property>(property))) << description;
}

}  // namespace phobos
