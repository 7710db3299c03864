// SPDX-License-Identifier: Apache-2.0
#include "backend/process/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <csignal>
#include <vector>

#include "backend/process/test_support.h"

namespace phobos::process {
namespace {

using namespace std::chrono_literals;
using testing::comes_true;
using testing::helper_program;
using testing::in;
using testing::is_alive;
using testing::number_in;

Command shell(const std::string& script) { return {{"/bin/sh", "-c", script}}; }

/// Each behaviour with and without a supervisor.
class ProcessChild : public ::testing::TestWithParam<bool> {
protected:
    static Command command(const std::string& script) { return with_supervisor(shell(script)); }
    static Command with_supervisor(Command command) {
        if (GetParam()) command.supervisor = helper_program();
        return command;
    }
};
INSTANTIATE_TEST_SUITE_P(AloneAndSupervised, ProcessChild, ::testing::Bool(),
                         [](const auto& each) { return each.param ? "Supervised" : "Alone"; });

TEST_P(ProcessChild, TellsHowItEnded) {
    EXPECT_EQ(Child::start(command("exit 7")).value().wait(in(20s)), (Ended{Ended::How::exited, 7}));
    EXPECT_EQ(Child::start(command("kill -TERM $$")).value().wait(in(20s)), (Ended{Ended::How::killed, SIGTERM}));
    EXPECT_EQ(spelling({Ended::How::exited, 7}), "exited with code 7");
    EXPECT_EQ(spelling({Ended::How::killed, SIGKILL}), "was killed by signal 9 (Killed)");
}

TEST_P(ProcessChild, ThatCannotBeStartedIsTold) {
    const auto child = Child::start(with_supervisor({{"/nowhere/program", "word"}}));
    ASSERT_FALSE(child.has_value());
    EXPECT_EQ(child.error(), "'/nowhere/program' cannot be started: No such file or directory");
}

TEST_P(ProcessChild, IsWaitedForNoLongerThanTheDeadlineAndEndedWithAllThatItStarted) {
    const testing::Folder folder;
    auto child = Child::start(command("sleep 600 & echo $! >" + folder.file("pid") + "; wait"));
    ASSERT_TRUE(child.has_value()) << child.error();
    const pid_t grandchild = number_in(folder.file("pid"));
    ASSERT_GT(grandchild, 0);
    const auto begin = Clock::now();
    EXPECT_EQ(child->wait(in(50ms)), std::nullopt);
    EXPECT_LT(Clock::now() - begin, 5s);
    EXPECT_TRUE(child->is_running());
    EXPECT_TRUE(is_alive(grandchild));
    EXPECT_EQ(child->end(), (Ended{Ended::How::killed, SIGKILL}));
    EXPECT_FALSE(child->is_running());
    EXPECT_TRUE(comes_true([&] { return !is_alive(grandchild); }));
    EXPECT_EQ(child->end(), (Ended{Ended::How::killed, SIGKILL})) << "the second time tells the same";
}

TEST_P(ProcessChild, EndsWithItsObject) {
    const testing::Folder folder;
    pid_t process = -1;
    {
        const auto child = Child::start(command("echo $$ >" + folder.file("pid") + "; exec sleep 600"));
        process = number_in(folder.file("pid"));
        ASSERT_TRUE(is_alive(process));
    }
    EXPECT_TRUE(comes_true([&] { return !is_alive(process); }));
}

TEST_P(ProcessChild, ThatEndsTakesWhatItLeftRunningAlong) {
    const testing::Folder folder;
    auto child = Child::start(command("sleep 600 & echo $! >" + folder.file("pid")));
    EXPECT_EQ(child->wait(in(20s)), (Ended{Ended::How::exited, 0}));
    const pid_t left = number_in(folder.file("pid"));
    ASSERT_GT(left, 0);
    EXPECT_TRUE(comes_true([&] { return !is_alive(left); }));
}

TEST_P(ProcessChild, TalksOverAStream) {
    auto streams = make_streams();
    ASSERT_TRUE(streams.has_value());
    Command command{{"cat"}, {{streams->theirs.number(), 0}, {streams->theirs.number(), 1}}};
    auto child = Child::start(with_supervisor(command));
    ASSERT_TRUE(child.has_value()) << child.error();
    streams->theirs.close();
    for (int round = 0; round < 3; ++round) {
        EXPECT_EQ(send_all(streams->ours, "hello\n", in(20s)), Sent::all);
        const Received received = receive_all(streams->ours, 6, in(20s));
        EXPECT_EQ(received.how, Received::How::bytes);
        EXPECT_EQ(received.bytes, "hello\n");
    }
    EXPECT_EQ(receive(streams->ours, 1, in(20ms)).how, Received::How::too_late);
    (void)child->end();
    EXPECT_EQ(receive(streams->ours, 1, in(20s)).how, Received::How::nothing_more);
}

TEST_P(ProcessChild, WhoseOutputItClosesIsSeenToWhileItRuns) {
    auto streams = make_streams();
    Command command{{"/bin/sh", "-c", "exec 1>&-; sleep 600"}, {{streams->theirs.number(), 1}}};
    const auto child = Child::start(with_supervisor(command));
    streams->theirs.close();
    EXPECT_EQ(receive(streams->ours, 1, in(20s)).how, Received::How::nothing_more);
    EXPECT_TRUE(child->is_running());
}

TEST_P(ProcessChild, HasNoSignalHeldAndSeesTheSettings) {
    sigset_t held;
    sigset_t before;
    ::sigemptyset(&held);
    ::sigaddset(&held, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &held, &before);
    Command command = ProcessChild::command("[ \"$PHOBOS_SETTING\" = 'a b' ] && kill -TERM $$");
    command.settings = {"PHOBOS_SETTING=a b"};
    EXPECT_EQ(Child::start(command).value().wait(in(20s)), (Ended{Ended::How::killed, SIGTERM}));
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_P(ProcessChild, HasOnlyWhatItIsGiven) {
    const auto streams = make_streams();
    ASSERT_TRUE(streams.has_value());
    struct stat ours{};
    ASSERT_EQ(::fstat(streams->ours.number(), &ours), 0);
    const auto ran = run(command("ls -l /proc/self/fd"), in(20s));
    ASSERT_TRUE(ran.has_value()) << ran.error();
    EXPECT_NE(ran->output.find("pipe:"), std::string::npos) << ran->output;
    EXPECT_EQ(ran->output.find(fmt::format("socket:[{}]", ours.st_ino)), std::string::npos) << ran->output;
}

TEST_P(ProcessChild, IsRunToItsEnd) {
    const auto ran = run(command("cat; echo words; echo more >&2; exit 3"), in(20s));
    ASSERT_TRUE(ran.has_value()) << ran.error();
    EXPECT_EQ(ran->ended, (Ended{Ended::How::exited, 3}));
    EXPECT_EQ(ran->output, "words\nmore\n");
}

TEST_P(ProcessChild, IsRunToTheEndOfItsTime) {
    const auto begin = Clock::now();
    const auto ran = run(command("echo words; sleep 600"), in(300ms));
    ASSERT_TRUE(ran.has_value()) << ran.error();
    EXPECT_EQ(ran->ended, std::nullopt);
    EXPECT_EQ(ran->output, "words\n");
    EXPECT_LT(Clock::now() - begin, 10s);
}

TEST_P(ProcessChild, ThatWritesMuchIsNotHeldUp) {
    const auto ran = run(command("head -c 1000000 /dev/zero"), in(20s));
    ASSERT_TRUE(ran.has_value()) << ran.error();
    EXPECT_EQ(ran->ended, (Ended{Ended::How::exited, 0}));
    EXPECT_EQ(ran->output.size(), std::size_t{64} << 10);
}

TEST(ProcessSupervisor, ThatIsNoneIsTold) {
    Command command{{"true"}};
    command.supervisor = "/bin/false";
    EXPECT_EQ(Child::start(command).error(), "'/bin/false' does not start programs: it exited with code 1");
    command.supervisor = "/nowhere/supervisor";
    EXPECT_EQ(Child::start(command).error(), "'/nowhere/supervisor' cannot be started: No such file or directory");
}

}  // namespace
}  // namespace phobos::process
