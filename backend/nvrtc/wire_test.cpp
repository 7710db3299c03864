// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/wire.h"

#include <gtest/gtest.h>

namespace phobos::nvrtc::wire {
namespace {

const std::string odd("a\0\n", 3);
const Compiled compiled{odd, "cubin", Resources{1, 2, 3, 4, 5, 6, 7}, ""};
const CompileFailure failed{FailureKind::source, "what", "log", {{Message::Severity::warning, "f", 3, "t"}}};

TEST(NvrtcWire, GivesBackWhatWasWritten) {
    const auto setup = decode_setup(encode(wire::Setup{{"lib", ""}, {{"h", odd}, {"i", ""}}}));
    ASSERT_TRUE(setup);
    EXPECT_EQ(setup->library_names, (std::vector<std::string>{"lib", ""}));
    ASSERT_EQ(setup->headers.size(), 2U);
    EXPECT_EQ(setup->headers[0].text, odd);
    const auto job = decode_job(encode(Job{"n", odd, "e", "sm_90", Output::cubin, Optimising::none}));
    ASSERT_TRUE(job);
    EXPECT_EQ(job->text, odd);
    EXPECT_EQ(job->architecture, "sm_90");
    EXPECT_EQ(job->output, Output::cubin);
    EXPECT_EQ(job->optimising, Optimising::none);
    EXPECT_EQ(decode_compiled(encode(compiled)), compiled);
    const auto good = decode_compilation(encode(Compilation(compiled)));
    ASSERT_TRUE(good && good->has_value());
    EXPECT_EQ(**good, compiled);
    const auto bad = decode_compilation(encode(Compilation(Failure{failed})));
    ASSERT_TRUE(bad && !bad->has_value());
    EXPECT_EQ(bad->error().kind, failed.kind);
    EXPECT_EQ(bad->error().text, failed.text);
    EXPECT_EQ(bad->error().log, failed.log);
    EXPECT_EQ(bad->error().messages, failed.messages);
}

TEST(NvrtcWire, TakesNothingElse) {
    for (const std::string& bytes : {encode(Compilation(compiled)), encode(Compilation(Failure{failed}))}) {
        for (std::size_t length = 0; length < bytes.size(); ++length)
            EXPECT_FALSE(decode_compilation(std::string_view(bytes).substr(0, length))) << length;
        EXPECT_FALSE(decode_compilation(bytes + "x"));
    }
    EXPECT_FALSE(decode_setup(std::string(16, '\xff')));  // a count that no stream holds
    EXPECT_FALSE(decode_job("HTTP/1.1 400 Bad Request"));
}

TEST(NvrtcWire, FindsTheFirstFrame) {
    const std::string stream = framed("one") + framed("") + framed("three");
    const auto first = first_frame(stream);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->payload, "one");
    const auto second = first_frame(std::string_view(stream).substr(first->bytes));
    ASSERT_TRUE(second);
    EXPECT_EQ(second->payload, "");
    for (std::size_t length = 0; length < first->bytes; ++length)
        EXPECT_FALSE(first_frame(std::string_view(stream).substr(0, length)));
}

}  // namespace
}  // namespace phobos::nvrtc::wire
