// SPDX-License-Identifier: Apache-2.0
#include "backend/host/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>

#include "backend/host/worker/descriptor.h"
#include "lang/base/assert.h"

namespace phobos::host {
namespace {

constexpr int first_free = 3;  // after standard input, output and error

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
    Attributes() {
        PHOBOS_ASSERT(::posix_spawnattr_init(&attributes_) == 0);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        ::sigfillset(&signals);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        ::posix_spawnattr_setflags(&attributes_,
                                   POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
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

}  // namespace

Spawned spawn(const std::vector<std::string>& command, const std::vector<Passed>& passed) {
    const std::vector<Descriptor> moved = moved_away(passed);
    for (const Descriptor& descriptor : moved)
        if (!descriptor.is_open()) return {-1, EMFILE};
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    Actions actions;
    for (std::size_t i = 0; i < passed.size(); ++i) actions.pass(moved[i].number(), passed[i].to);
    const Attributes attributes;
    Spawned spawned;
    spawned.error =
        ::posix_spawnp(&spawned.process, arguments[0], actions.get(), attributes.get(), arguments.data(), environ);
    return spawned;
}

}  // namespace phobos::host
