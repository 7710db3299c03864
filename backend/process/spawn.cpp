// SPDX-License-Identifier: Apache-2.0
#include "backend/process/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "lang/base/assert.h"

namespace phobos::process {
namespace {

constexpr int first_free = 10;  // after what a child is given

class Actions {
public:
    Actions() { PHOBOS_ASSERT(::posix_spawn_file_actions_init(&actions_) == 0); }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;
    ~Actions() { ::posix_spawn_file_actions_destroy(&actions_); }

    void pass(int from, int to) { PHOBOS_ASSERT(::posix_spawn_file_actions_adddup2(&actions_, from, to) == 0); }
    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

class Attributes {
public:
    explicit Attributes(Group group) {
        PHOBOS_ASSERT(::posix_spawnattr_init(&attributes_) == 0);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        ::sigfillset(&signals);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        const int grouped = group == Group::own ? POSIX_SPAWN_SETPGROUP : 0;
        ::posix_spawnattr_setflags(&attributes_,
                                   static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | grouped));
    }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }

    [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

private:
    posix_spawnattr_t attributes_{};
};

/// The same files by numbers that no child is given: else one could be replaced before it is passed.
std::vector<Descriptor> moved_away(const std::vector<Passed>& passed) {
    std::vector<Descriptor> moved;
    moved.reserve(passed.size());
    for (const auto [from, to] : passed) moved.emplace_back(::fcntl(from, F_DUPFD_CLOEXEC, first_free));
    return moved;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
    return pointers;
}

/// Our environment with the settings in it.
std::vector<char*> environment_with(const std::vector<std::string>& settings) {
    std::vector<char*> all = pointers_to(settings);
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string_view text = *each;
        const auto is_set = [&](const std::string& setting) {
            return text.starts_with(std::string_view(setting).substr(0, setting.find('=') + 1));
        };
        if (std::ranges::none_of(settings, is_set)) all.push_back(*each);
    }
    return all;
}

}  // namespace

Result<pid_t, std::string> spawn(const Command& command, Group group) {
    PHOBOS_ASSERT(!command.words.empty());
    const auto failure = [&](int number) {
        return Failure{
            fmt::format("'{}' cannot be started: {}", command.words.front(), std::system_category().message(number))};
    };
    const std::vector<Descriptor> moved = moved_away(command.passed);
    if (!std::ranges::all_of(moved, &Descriptor::is_open)) return failure(EMFILE);
    Actions actions;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        PHOBOS_ASSERT(command.passed[i].to < first_free);
        actions.pass(moved[i].number(), command.passed[i].to);
    }
    const Attributes attributes(group);
    std::vector<char*> words = pointers_to(command.words);
    words.push_back(nullptr);
    std::vector<char*> environment = environment_with(command.settings);
    environment.push_back(nullptr);
    pid_t process = -1;
    const int failed =
        ::posix_spawnp(&process, words.front(), actions.get(), attributes.get(), words.data(), environment.data());
    if (failed != 0) return failure(failed);
    return process;
}

}  // namespace phobos::process
