// SPDX-License-Identifier: Apache-2.0
#include "backend/process/helper.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "backend/process/test_support.h"

namespace phobos::process {
namespace {

using namespace std::chrono_literals;
using testing::comes_true;
using testing::helper_program;
using testing::is_alive;
using testing::number_in;

/// A process that starts a program with a supervisor, and keeps a folder, until a signal ends it; by this process it
/// can be waited for.
class Parent {
public:
    explicit Parent(const testing::Folder& folder) : process_(fork_once_there_is(folder.file("kept"))) {
        if (process_ != 0) return;
        Command command{{"/bin/sh", "-c",
                         "echo $$ >" + folder.file("child") + "; sleep 600 & echo $! >" + folder.file("grandchild") +
                             "; while :; do echo >" + folder.file("kept/$$") + " || sleep 1; done"}};
        command.supervisor = helper_program();
        const auto keeper = keep(helper_program(), folder.file("kept"));
        const auto child = Child::start(command);
        if (keeper && child) ::pause();
        ::_exit(1);
    }
    void end(int signal) const {
        ::kill(process_, signal);
        int status = 0;
        ::waitpid(process_, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    }

private:
    static pid_t fork_once_there_is(const std::filesystem::path& folder) {
        std::filesystem::create_directory(folder);
        return ::fork();
    }

    pid_t process_;
};

class ProcessHelper : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Signals, ProcessHelper, ::testing::Values(SIGINT, SIGTERM, SIGKILL, SIGABRT),
                         [](const auto& each) { return ::sigabbrev_np(each.param); });

TEST_P(ProcessHelper, NothingOutlivesAParentThatASignalEnds) {
    const testing::Folder folder;
    const Parent parent(folder);
    const pid_t child = number_in(folder.file("child"));
    const pid_t grandchild = number_in(folder.file("grandchild"));
    ASSERT_TRUE(is_alive(child));
    ASSERT_TRUE(is_alive(grandchild));
    EXPECT_TRUE(std::filesystem::exists(folder.file("kept")));
    parent.end(GetParam());
    EXPECT_TRUE(comes_true([&] { return !is_alive(child); }));
    EXPECT_TRUE(comes_true([&] { return !is_alive(grandchild); }));
    EXPECT_TRUE(comes_true([&] { return !std::filesystem::exists(folder.file("kept")); }))
        << "although something still wrote there";
}

TEST(ProcessHelper, AKeeperThatIsEndedRemovesNothing) {
    const testing::Folder folder;
    std::filesystem::create_directory(folder.file("kept"));
    auto keeper = keep(helper_program(), folder.file("kept"));
    ASSERT_TRUE(keeper.has_value()) << keeper.error();
    (void)keeper->child.end();
    keeper->life.close();
    EXPECT_TRUE(std::filesystem::exists(folder.file("kept")));
}

TEST(ProcessHelper, OtherWordsAreRefused) {
    for (const char* const words : {"unknown", "supervise", "keep", "keep a b"}) {
        const auto ran = run({{"/bin/sh", "-c", helper_program() + " " + words}}, testing::in(20s));
        ASSERT_TRUE(ran.has_value()) << ran.error();
        EXPECT_EQ(ran->ended, (Ended{Ended::How::exited, 2})) << words;
        EXPECT_NE(ran->output.find("is no word of the host engine"), std::string::npos) << ran->output;
    }
}

}  // namespace
}  // namespace phobos::process
