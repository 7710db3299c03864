// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "lang/base/json.h"
#include "tests/places.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

Ended examined(std::string_view adapter, std::string_view words = "") {
    return testing::Workplace().run(fmt::format("phobos-conform doctor --adapter '{}' {}", adapter, words));
}

std::string toy(std::string_view way) {
    const std::string root = places::repository().string();
    return fmt::format("python3 {0}/tools/conform/testdata/toy.py {1} {0}/spec-tests/adapters/skeleton.py", root, way);
}

bool says(const Ended& ended, std::string_view text) { return ended.out.find(text) != std::string::npos; }

TEST(ConformDoctor, FindsOurEngineSound) {
    const Ended ended = examined("phobos-adapter --engine interp");
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    EXPECT_FALSE(says(ended, "defect  ")) << ended.out;
    EXPECT_TRUE(says(ended, "ok      a large tensor: as it should be\n")) << ended.out;
    EXPECT_TRUE(says(ended, "ok      versions: it takes one that is offered\n")) << ended.out;
    EXPECT_TRUE(says(ended, "ok      end of input: it ends\n")) << ended.out;
    EXPECT_TRUE(ended.out.ends_with("no defect: phobos-conform run comes next\n")) << ended.out;
}

TEST(ConformDoctor, FindsTheSkeletonSound) {
    const std::string skeleton =
        fmt::format("python3 {}", (places::repository() / "spec-tests/adapters/skeleton.py").string());
    const Ended ended = examined(skeleton);
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    EXPECT_TRUE(says(ended, "ok      versions: it takes one that is offered\n")) << ended.out;
    EXPECT_TRUE(says(ended, "ok      no program: as it should be\n")) << ended.out;
    EXPECT_TRUE(says(ended, "advice  a run: skipped: run() is yours to write\n")) << ended.out;
    const Ended one_shot = examined(skeleton, "--one-shot");
    EXPECT_EQ(one_shot.code, 0) << one_shot.out << one_shot.err;
    EXPECT_FALSE(says(one_shot, "bye")) << one_shot.out;
}

TEST(ConformDoctor, ExplainsWhatIsWrong) {
    const Ended no_hello = examined(toy("no-hello"));
    EXPECT_EQ(no_hello.code, 1);
    EXPECT_TRUE(says(no_hello, "defect  hello: it exited with code 1 without an answer")) << no_hello.out;
    EXPECT_TRUE(says(no_hello, "flushed at once; nothing else may be written there")) << no_hello.out;
    EXPECT_TRUE(says(no_hello, "1 of 1 findings are defects\n")) << no_hello.out;
    EXPECT_TRUE(says(examined(toy("reject-everything")), "defect  a program: wrongly rejected: "));
    EXPECT_TRUE(says(examined(toy("accept-everything")), "defect  no meaning: wrongly accepted: "));
    EXPECT_TRUE(
        says(examined(toy("garbage")), "defect  odd sources: an empty source: it answered 'Segmentation fault"));
    EXPECT_TRUE(
        says(examined(toy("one-version")), "defect  versions: offered versions 1 to 1 of the protocol it answered '"));
    EXPECT_TRUE(says(examined(toy("first-version")), "ok      versions: it takes one that is offered\n"));
    EXPECT_TRUE(says(examined(toy("no-end"), "--budget 700"), "defect  bye: it does not end within 700 ms after bye"));
}

TEST(ConformDoctor, TellsItsFindingsAsJson) {
    const auto json = parse_json(examined(toy("no-hello"), "--json").out);
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ((*json)["findings"][0]["probe"], "hello");
    EXPECT_EQ((*json)["findings"][0]["health"], "defect");
}

TEST(ConformDoctor, WantsAnAdapter) {
    const Ended ended = testing::Workplace().run("phobos-conform doctor");
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(ended.err.starts_with("phobos-conform doctor: --adapter CMD is missing")) << ended.err;
}

}  // namespace
}  // namespace phobos::tools
