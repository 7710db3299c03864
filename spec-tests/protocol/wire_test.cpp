// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/protocol/wire.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace phobos::protocol {
namespace {

Program some_program() {
    return {"coll-sum", "sum.ph", "kernel sum() {\n}\n", "sum", 64, {{"TILE", 16}}, {"collectives"}};
}

Request some_run() {
    RunRequest run{some_program(), {{"N", 2}}, std::array<std::int64_t, 3>{4, 1, 1}, {}, {}};
    run.buffers.push_back({std::vector<std::byte>(12, std::byte{0x81})});
    run.arguments.emplace_back(TensorArgument{"X", ScalarType::f32, {2}, 0, 4, {{0, 0}, {1, 1}}});
    run.arguments.emplace_back(ScalarArgument{"a", ScalarType::f32, {0x40200000}});
    return {7, std::chrono::milliseconds(500), run};
}

Request some_check() { return {7, std::chrono::milliseconds(500), CheckRequest{some_program()}}; }
Request some_hello() { return {7, {}, HelloRequest{}}; }

/// Empty, or why the text is no answer.
std::string complaint(const Request& request, std::string_view members) {
    const auto answer = parse_answer(fmt::format(R"({{"seq": 7, {}}})", members), request);
    return answer ? "" : answer.error();
}

TEST(Wire, ReadsTheRequestsItWrites) {
    for (const Request& request : {some_hello(), some_check(), some_run(), Request{9, {}, ByeRequest{}}}) {
        const std::string line = line_of(request);
        EXPECT_EQ(line.find('\n'), std::string::npos);
        const auto read = parse_request(line);
        ASSERT_TRUE(read) << read.error().text;
        EXPECT_EQ(line_of(*read), line);
    }
}

TEST(Wire, ARunSaysWhatALaunchIs) {
    EXPECT_EQ(
        line_of(some_run()),
        R"({"seq":7,"command":"run","budget_ms":500,"id":"coll-sum","file":"sum.ph",)"
        R"("source":"kernel sum() {\n}\n","kernel":"sum","lanes":64,"set":{"TILE":16},"features":["collectives"],)"
        R"("grid":[4,1,1],"dims":{"N":2},"arguments":[{"name":"X","type":"f32","shape":[2],"buffer":0,)"
        R"("byte_offset":4,"unwritten":"0,1"},{"name":"a","type":"f32","bits":"40200000","literal":"2.5"}],)"
        R"("buffers":[{"base64":"gYGBgYGBgYGBgYGB"}]})");
}

TEST(Wire, AnArgumentThatFitsNoParameterHasNeitherBitsNorABuffer) {
    RunRequest run{some_program(), {}, {}, {}, {}};
    run.arguments.emplace_back(Misfit{"a", ScalarType::i8, "128"});
    run.arguments.emplace_back(Misfit{"O", ScalarType::f32, {}});
    const std::string line = line_of(Request{7, {}, run});
    EXPECT_NE(line.find(R"("arguments":[{"name":"a","type":"i8","literal":"128"},{"name":"O","type":"f32"}])"),
              std::string::npos)
        << line;
    const auto read = parse_request(line);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(line_of(*read), line);
}

TEST(Wire, HelloIsOfTheOldestVersionAndTellsTheNewest) {
    EXPECT_EQ(line_of(some_hello()),
              R"({"seq":7,"command":"hello","budget_ms":0,"protocol":1,"language":1,"newest_protocol":2})");
    for (const int version : {1, 2}) {
        const auto answer = parse_answer(
            fmt::format(R"({{"seq": 7, "answer": "ok", "protocol": {}, "language": 1, "name": "x"}})", version),
            some_hello());
        ASSERT_TRUE(answer);
        EXPECT_EQ(std::get<Capabilities>(answer->what).protocol, version);
    }
}

TEST(Wire, AnAnswerToHelloIsOfAVersionThatWasOffered) {
    const auto complained = [](HelloRequest hello, int version) {
        const auto answer = parse_answer(
            fmt::format(R"({{"seq": 7, "answer": "ok", "protocol": {}, "language": 1, "name": "x"}})", version),
            Request{7, {}, hello});
        return answer ? "" : answer.error();
    };
    EXPECT_EQ(complained({1, 1}, 1), "");
    EXPECT_EQ(complained({1, 3}, 3), "");
    EXPECT_EQ(complained({1, 1}, 2), "/protocol: protocol is version 1 to 1 here");
    EXPECT_EQ(complained({2, 3}, 1), "/protocol: protocol is version 2 to 3 here");
}

TEST(Wire, ASourceThatIsNotUtf8IsSentAsBytes) {
    Program program = some_program();
    program.source = "// \xFF\n";
    const std::string line = line_of(Request{1, {}, CheckRequest{program}});
    EXPECT_NE(line.find(R"("source_base64":"Ly8g/wo=")"), std::string::npos) << line;
    const auto read = parse_request(line);
    ASSERT_TRUE(read);
    EXPECT_EQ(std::get<CheckRequest>(read->what).program.source, program.source);
}

TEST(Wire, IgnoresMembersOfRequestsThatItDoesNotKnow) {
    EXPECT_TRUE(parse_request(R"({"seq": 1, "command": "hello", "future": [1]})"));
}

TEST(Wire, TellsWhatIsNoRequestWithItsSeq) {
    const auto refused = [](std::string_view line) { return parse_request(line).error(); };
    EXPECT_EQ(refused("hello").seq, std::nullopt);
    EXPECT_EQ(refused(R"({"seq": 3, "command": "hallo"})").seq, 3U);
    EXPECT_EQ(refused(R"({"seq": 3, "command": "hallo"})").text, "/command: 'hallo' is none of hello, check, run, bye");
    EXPECT_EQ(refused(R"({"seq": -1, "command": "bye"})").text, "/: seq must be an integer of at least 0");
    EXPECT_EQ(refused(R"({"seq": 1, "command": "check", "id": "a", "lanes": 32})").text,
              "/: member 'source' is missing");
    EXPECT_EQ(refused(R"({"seq": 1, "command": "run", "id": "a", "source": "", "lanes": 32, "buffers": [],
                        "arguments": [{"name": "a", "type": "i32", "literal": "one"}]})")
                  .text,
              "/arguments/0/literal: a literal of the language is expected");
    EXPECT_EQ(refused("[1]").text, "/: an object is expected");
}

TEST(Wire, ReadsTheAnswersItWrites) {
    const auto reads = [](const Request& request, const decltype(Answer::what)& what) {
        const std::string line = line_of(Answer{7, what});
        const auto read = parse_answer(line, request);
        ASSERT_TRUE(read) << read.error();
        EXPECT_EQ(line_of(*read), line);
    };
    reads(
        some_hello(),
        Capabilities{
            "x", "1", std::vector{32}, std::vector<std::string>{"tiles"}, {engine::FaultKind::race}, 1024, 8, 1 << 20});
    reads(some_check(), Accepted{std::vector<io::ExpectedWarning>{{"PH0903", 4}}});
    reads(some_check(), Rejected{io::Phase::syntax, {{"PH0201", "stmt-1", 3, std::vector<std::uint32_t>{2}, "m"}}, ""});
    reads(some_run(), Finished{std::nullopt, {{std::vector<std::byte>(12)}}, {"X"}});
    reads(some_run(),
          Trapped{
              engine::FaultKind::race, 4, engine::Block{1, 2, 3}, 1, std::vector{0, 1, 5}, {{"index", "128"}}, 9, "m"});
    reads(some_run(), Skipped{"m"});
    reads(some_run(), Limited{engine::LimitKind::memory, "m"});
    reads(some_run(), Errored{"m"});
}

TEST(Wire, TellsWhatIsNoAnswer) {
    EXPECT_EQ(complaint(some_check(), R"("answer": "ok")"), "");
    EXPECT_EQ(complaint(some_check(), R"("answer": "ok", "x-mine": 1)"), "");
    EXPECT_EQ(complaint(some_check(), R"("answer": "fine")"),
              "/answer: 'fine' is none of ok, rejected, trapped, skipped, limit, errored");
    EXPECT_EQ(complaint(some_check(), R"("result": "ok")"), "/: member 'answer' is missing");
    EXPECT_EQ(complaint(some_check(), R"("answer": "trapped", "kind": "race")"),
              "/: 'trapped' is no answer to this request");
    EXPECT_EQ(complaint(some_check(), R"("answer": "rejected")"), "/: member 'phase' is missing");
    EXPECT_EQ(complaint(some_check(), R"("answer": "rejected", "phase": "check", "lines": [1])"),
              "/: unknown member 'lines'");
    EXPECT_EQ(complaint(some_check(), R"("answer": "rejected", "phase": "check", "errors": [{"line": 0}])"),
              "/errors/0/line: an integer from 1 to 4294967295 is expected");
    EXPECT_EQ(complaint(some_run(), R"("answer": "ok")"), "/: member 'buffers' is missing");
    EXPECT_EQ(complaint(some_run(), R"("answer": "ok", "buffers": [])"),
              "/buffers: 1 buffers are expected, there are 0");
    EXPECT_EQ(complaint(some_run(), R"("answer": "ok", "buffers": [{"base64": "AAAA"}])"),
              "/buffers/0: 12 bytes are expected, there are 3");
    EXPECT_EQ(complaint(some_hello(), R"("answer": "ok", "protocol": 3, "language": 1, "name": "x")"),
              "/protocol: protocol is version 1 to 2 here");
    EXPECT_EQ(complaint(some_hello(), R"("answer": "skipped", "message": "")"),
              "/: 'skipped' is no answer to this request");
    EXPECT_EQ(parse_answer(R"({"seq": 8, "answer": "ok"})", some_check()).error(),
              "/seq: 7 is expected, as in the request");
    EXPECT_EQ(parse_answer("segmentation fault", some_check()).error(), "it is no JSON value");
}

}  // namespace
}  // namespace phobos::protocol
