// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "backend/process/child.h"
#include "lang/base/assert.h"

/// What tests of processes share.
namespace phobos::process::testing {

/// A program whose main calls be_helper.
inline std::string helper_program() { return PHOBOS_BIN_DIR "/phobos-host-worker"; }

inline Deadline in(std::chrono::milliseconds time) { return Clock::now() + time; }

/// A new folder, removed at the end.
class Folder {
public:
    Folder() : path_((std::filesystem::temp_directory_path() / "phobos-process-XXXXXX").string()) {
        PHOBOS_ASSERT(::mkdtemp(path_.data()) != nullptr);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

/// Waits for it to become true, some seconds.
template <class Condition>
bool comes_true(Condition condition) {
    for (int i = 0; i < 2000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

/// Whether a process does anything yet: one that was ended and that nobody has waited for does not.
inline bool is_alive(pid_t process) {
    if (::kill(process, 0) != 0) return false;
    std::ifstream status(fmt::format("/proc/{}/stat", process));
    std::string word;
    char state = 'Z';
    status >> word >> word >> state;
    return state != 'Z' && state != 'X';
}

/// The number in a file, once there is one that ends with its line.
inline pid_t number_in(const std::string& path) {
    std::string line;
    const bool came = comes_true([&] {
        std::ifstream file(path);
        return std::getline(file, line) && !file.eof();
    });
    return came ? static_cast<pid_t>(std::stol(line)) : -1;
}

}  // namespace phobos::process::testing
