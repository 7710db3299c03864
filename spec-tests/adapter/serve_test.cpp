// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/adapter/serve.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "interp/exec/engine.h"
#include "lang/base/json.h"

namespace phobos::adapter {
namespace {

/// The answers to these lines.
std::vector<std::string> answers(std::vector<std::string> lines) {
    const std::unique_ptr<engine::Engine> engine = interp::make_engine();
    const Implementation implementation{
        "test",
        "1",
        [](const SourceFile& source, check::Target target, const std::vector<check::Setting>& settings) {
            return check::check(source, target, settings);
        },
        engine.get(),
        {.uninitialised = true, .races = false, .levels = false}};
    std::vector<std::string> written;
    std::size_t at = 0;
    serve(
        implementation, [&] { return at < lines.size() ? std::optional(lines[at++]) : std::nullopt; },
        [&](std::string_view line) { written.emplace_back(line); });
    return written;
}

std::string answer_to_check(std::string_view source) {
    return answers({Json{{"seq", 1}, {"command", "check"}, {"id", "a"}, {"source", source}, {"lanes", 32}}.dump()})[0];
}

/// A run of a kernel that adds a to every element of X, 2 elements of i32 in 16 bytes.
std::string answer_to_run(std::string_view arguments) {
    constexpr std::string_view source =
        "@launch(32)\n"
        "kernel add(X: tensor<i32>[N], a: i32) {\n"
        "    if ctx.thread < N {\n"
        "        X[ctx.thread] = X[ctx.thread] / a\n"
        "    }\n"
        "}\n";
    return answers(
        {fmt::format(R"({{"seq": 1, "command": "run", "id": "a", "source": {}, "lanes": 32, "grid": [1, 1, 1],
        "arguments": [{}], "buffers": [{{"base64": "//////////8EAAAACAAAAA=="}}]}})",
                     Json(source).dump(), arguments)})[0];
}

constexpr std::string_view x = R"({"name": "X", "type": "i32", "shape": [2], "buffer": 0, "byte_offset": 8})";

TEST(Serve, SaysWhatItIs) {
    EXPECT_EQ(answers({R"({"seq": 5, "command": "hello", "protocol": 1, "newest_protocol": 2})"})[0],
              R"({"seq":5,"answer":"ok","protocol":2,"language":1,"name":"test","version":"1","faults":)"
              R"(["out-of-bounds","index","division","shift","step","uninitialised","grid-barrier"]})");
}

TEST(Serve, SpeaksTheNewestVersionThatBothSpeak) {
    const auto spoken = [](std::string_view members) {
        const auto json = parse_json(answers({fmt::format(R"({{"seq": 5, "command": "hello"{}}})", members)})[0]);
        if (!json || (*json)["answer"] != "ok") return json ? (*json)["message"] : Json();
        return (*json)["protocol"];
    };
    EXPECT_EQ(spoken(R"(, "protocol": 1)"), 1);
    EXPECT_EQ(spoken(R"(, "protocol": 1, "newest_protocol": 2)"), 2);
    EXPECT_EQ(spoken(R"(, "protocol": 1, "newest_protocol": 9)"), 2);
    EXPECT_EQ(spoken(R"(, "protocol": 2, "newest_protocol": 3)"), 2);
    EXPECT_EQ(spoken(R"(, "protocol": 3, "newest_protocol": 4)"),
              "it speaks versions 1 to 2 of the protocol, and 3 or newer is asked for");
    EXPECT_EQ(spoken(R"(, "protocol": 2, "newest_protocol": 1)"), "/: newest_protocol is older than protocol");
    EXPECT_EQ(spoken(R"(, "protocol": "2")"), "/protocol: an integer from 1 to 2147483647 is expected");
}

TEST(Serve, JudgesSources) {
    EXPECT_EQ(answer_to_check("kernel k() {\n}\n"), R"({"seq":1,"answer":"ok","warnings":[]})");
    EXPECT_EQ(answer_to_check("kernel k(O: tensor<i32>[1]) {\n    O[0] = missing\n}\n"),
              R"({"seq":1,"answer":"rejected","phase":"check","errors":[{"code":"PH0301","rule":"expr-22","line":2,)"
              R"("notes":[],"message":"`missing` is not declared"}]})");
    EXPECT_NE(answer_to_check("kernel (").find(R"("phase":"syntax")"), std::string::npos);
}

TEST(Serve, RunsInTheBuffersGiven) {
    EXPECT_EQ(answer_to_run(fmt::format(R"({}, {{"name": "a", "type": "i32", "bits": "00000004"}})", x)),
              R"({"seq":1,"answer":"ok","warnings":[],"buffers":[{"base64":"//////////8BAAAAAgAAAA=="}]})");
}

TEST(Serve, TellsOfFaults) {
    const std::string answer =
        answer_to_run(fmt::format(R"({}, {{"name": "a", "type": "i32", "bits": "00000000"}})", x));
    EXPECT_TRUE(answer.starts_with(
        R"({"seq":1,"answer":"trapped","kind":"division","line":4,"block":[0,0,0],"warp":0,"lanes":"0-1",)"))
        << answer;
}

TEST(Serve, RejectsLaunchesThatDoNotFit) {
    const auto code = [](std::string_view arguments) {
        const auto json = parse_json(answer_to_run(arguments));
        if (!json || !json->contains("errors")) return json ? json->dump() : std::string("no JSON");
        EXPECT_EQ((*json)["phase"], "launch");
        return (*json)["errors"][0]["code"].get<std::string>();
    };
    const std::string a = R"({"name": "a", "type": "i32", "bits": "00000004"})";
    EXPECT_EQ(code(x), "PH0714");
    EXPECT_EQ(code(fmt::format(R"({}, {}, {{"name": "b", "type": "i32", "bits": "00000004"}})", x, a)), "PH0713");
    EXPECT_EQ(code(fmt::format(R"({}, {{"name": "a", "type": "u32", "bits": "00000004"}})", x)), "PH0703");
    EXPECT_EQ(code(fmt::format(R"({}, {{"name": "X", "type": "i32", "bits": "00000004"}})", a)), "PH0702");
    EXPECT_EQ(
        code(fmt::format(R"({}, {{"name": "X", "type": "i32", "shape": [2], "buffer": 0, "byte_offset": 12}})", a)),
        R"({"seq":1,"answer":"errored","message":"X reaches outside its buffer"})");
    EXPECT_EQ(code(fmt::format(R"({}, {{"name": "a", "type": "i32", "literal": "1.5"}})", x)), "PH0715");
    EXPECT_EQ(code(fmt::format(R"({}, {{"name": "X", "type": "i32"}})", a)), "PH0751");
    EXPECT_EQ(code(fmt::format(R"({}, {{"name": "X", "type": "i32", "literal": "1"}})", a)), "PH0702");
    EXPECT_EQ(code(fmt::format(R"({}, {{"name": "a", "type": "i32", "literal": "1"}})", x)),
              R"({"seq":1,"answer":"errored","message":"the launch is one of the kernel, and an argument has neither )"
              R"(bits nor a buffer"})");
}

TEST(Serve, RefusesALiteralThatIsNone) {
    for (const std::string_view literal : {"", "-", "one", "1 1", "0x", "1e", "\u0000"})
        EXPECT_EQ(answer_to_run(fmt::format(R"({}, {{"name": "a", "type": "i32", "literal": "{}"}})", x, literal)),
                  R"({"seq":1,"answer":"errored","message":"/arguments/1/literal: a literal of the language is )"
                  R"(expected"})");
}

TEST(Serve, RefusesShapesThatNoMemoryHolds) {
    const std::string a = R"({"name": "a", "type": "i32", "literal": "1"})";
    const auto answer = [&](std::string_view shape) {
        return answer_to_run(
            fmt::format(R"({}, {{"name": "X", "type": "i64", "shape": {}, "buffer": 0, "byte_offset": 8}})", a, shape));
    };
    EXPECT_EQ(answer("[1073741824, 1073741824, 2]"),  // 2^64 bytes
              R"({"seq":1,"answer":"errored","message":"X has a shape that no tensor has"})");
    EXPECT_EQ(answer("[2147483647]"), R"({"seq":1,"answer":"errored","message":"X reaches outside its buffer"})");
}

TEST(Serve, GoesOnAfterALineThatIsNoRequestAndEndsAfterBye) {
    const auto written = answers({"hello", "", R"({"seq": 2, "command": "dance"})", R"({"seq": 3, "command": "bye"})",
                                  R"({"seq": 4, "command": "hello"})"});
    ASSERT_EQ(written.size(), 3U);
    EXPECT_EQ(written[0], R"({"seq":null,"answer":"errored","message":"the line is no JSON value"})");
    EXPECT_EQ(written[1],
              R"({"seq":2,"answer":"errored","message":"/command: 'dance' is none of hello, check, run, bye"})");
    EXPECT_EQ(written[2], R"({"seq":3,"answer":"ok"})");
}

}  // namespace
}  // namespace phobos::adapter
