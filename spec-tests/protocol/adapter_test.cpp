// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/protocol/adapter.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "lang/base/overloaded.h"

namespace phobos::protocol {
namespace {

/// A shell script that answers hello, and after that what it is given.
std::string script(std::string_view then) {
    return fmt::format(
        R"(read -r a; echo '{{"seq":1,"answer":"ok","protocol":1,"language":1,"name":"script"}}'; read -r a; {})",
        then);
}

Reply asked(std::string_view then, std::chrono::milliseconds budget = std::chrono::seconds(20)) {
    std::signal(SIGPIPE, SIG_IGN);
    Adapter adapter({script(then), Talk::session, budget});
    const auto offers = adapter.hello();
    EXPECT_TRUE(offers) << offers.error();
    return adapter.ask(CheckRequest{{"id", "f.ph", "kernel k() {}\n", {}, 32, {}, {}}});
}

std::string told(const Reply& reply) {
    return std::visit(Overloaded{[](const Answer&) { return std::string("answer"); },
                                 [](const Crashed& crashed) { return "crashed: " + crashed.text; },
                                 [](const TimedOut& late) { return "timeout: " + late.text; },
                                 [](const Garbled& garbled) { return "garbled: " + garbled.text; }},
                      reply);
}

TEST(Adapter, TellsApartHowAnAnswerFails) {
    EXPECT_EQ(told(asked(R"(echo '{"seq":2,"answer":"ok"}'; read -r a)")), "answer");
    EXPECT_EQ(told(asked("exit 3")), "crashed: it exited with code 3 without an answer");
    EXPECT_EQ(
        told(asked("echo late >&2; kill -SEGV $$")),
        "crashed: it was killed by signal 11 (Segmentation fault) without an answer; on its standard error: late");
    EXPECT_EQ(told(asked("printf '{\"seq\"'; exit 0")), "crashed: it exited with code 0 in '{\"seq\"'");
    EXPECT_EQ(told(asked("echo hello; read -r a")), "garbled: it answered 'hello': it is no JSON value");
    EXPECT_EQ(told(asked(R"(echo '{"seq":9,"answer":"ok"}'; read -r a)")),
              R"(garbled: it answered '{"seq":9,"answer":"ok"}': /seq: 2 is expected, as in the request)");
}

TEST(Adapter, WaitsNoLongerThanItsBudget) {
    EXPECT_EQ(told(asked("sleep 100", std::chrono::milliseconds(300))), "timeout: no answer in 300 ms");
    EXPECT_EQ(told(asked("while :; do printf x; done", std::chrono::milliseconds(300))),
              "timeout: no answer in 300 ms");
}

TEST(Adapter, TakesNoLineWithoutBeingAsked) {
    std::signal(SIGPIPE, SIG_IGN);
    Adapter adapter({R"(read -r a; echo '{"seq":1,"answer":"ok","protocol":1,"language":1,"name":"s"}
{"seq":2,"answer":"ok"}'; read -r a)"});
    ASSERT_TRUE(adapter.hello());
    const std::string text = told(adapter.ask(CheckRequest{}));
    EXPECT_EQ(text, "garbled: it wrote without being asked: {\"seq\":2,\"answer\":\"ok\"}\n");
}

TEST(Adapter, StartsAgainAfterACrash) {
    std::signal(SIGPIPE, SIG_IGN);
    // It answers with the seq that it is given, and dies of every second request.
    Adapter adapter({R"(answer() { echo "$a" | sed 's/[^0-9]*\([0-9]*\).*/{"seq":\1,"answer":"ok"'"$1"'}/'; }
read -r a; answer ',"protocol":1,"language":1,"name":"s"'; read -r a; answer; read -r a; exit 1)"});
    ASSERT_TRUE(adapter.hello());
    for (int turn = 0; turn < 3; ++turn) {
        EXPECT_EQ(told(adapter.ask(CheckRequest{})), "answer");
        EXPECT_EQ(told(adapter.ask(CheckRequest{})), "crashed: it exited with code 1 without an answer");
    }
}

TEST(Adapter, AsksOnceInOneShot) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto once = [](std::string_view then) {
        Adapter adapter({std::string(then), Talk::one_shot, std::chrono::seconds(20)});
        return told(adapter.ask(CheckRequest{}));
    };
    EXPECT_EQ(once(R"(cat >/dev/null; echo '{"seq":1,"answer":"ok"}')"), "answer");
    EXPECT_EQ(once(R"(cat >/dev/null; printf '{"seq":1,"answer":"ok"}')"), "answer");
    EXPECT_EQ(once(R"(cat >/dev/null; echo '{"seq":1,"answer":"ok"}'; exit 1)"),
              R"(crashed: it exited with code 1 in '{"seq":1,"answer":"ok"}
')");
    EXPECT_EQ(once("cat >/dev/null; echo 1; echo 2"), "garbled: it wrote more than one line");
    EXPECT_EQ(once("true"), "crashed: it exited with code 0 without an answer");
}

TEST(Adapter, TellsHowItTookLeave) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto left = [](std::string_view then) {
        Adapter adapter({script(then), Talk::session, std::chrono::milliseconds(1000)});
        EXPECT_TRUE(adapter.hello());
        return adapter.leave().value_or("well");
    };
    EXPECT_EQ(left(R"(echo '{"seq":2,"answer":"ok"}')"), "well");
    EXPECT_EQ(left("exit 0"), "well");
    EXPECT_EQ(left("exit 4"), "after bye it exited with code 4");
    EXPECT_EQ(left(R"(echo '{"seq":2,"answer":"ok"}'; sleep 100)"), "it does not end within 1000 ms after bye");
}

TEST(Adapter, TellsWhatCannotBeStarted) {
    std::signal(SIGPIPE, SIG_IGN);
    Adapter adapter({"exec /nowhere/adapter"});
    const auto offers = adapter.hello();
    ASSERT_FALSE(offers);
    EXPECT_NE(offers.error().find("it exited with code 127 without an answer"), std::string::npos) << offers.error();
}

}  // namespace
}  // namespace phobos::protocol
