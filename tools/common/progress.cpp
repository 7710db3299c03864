// SPDX-License-Identifier: Apache-2.0
#include "tools/common/progress.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tools/common/console.h"

namespace phobos::tools {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds patience{1000};
constexpr milliseconds interval{200};
constexpr std::string_view erase_line = "\r\x1b[K";

void write(std::string_view text) {
    // A terminal that takes no progress is no reason to fail.
    [[maybe_unused]] const ssize_t count = ::write(STDERR_FILENO, text.data(), text.size());
}

/// A mark that runs to and fro: how much is left is not known.
std::string bar(int turn) {
    constexpr int cells = 20;
    const int phase = turn % (2 * cells - 2);
    const int at = phase < cells ? phase : 2 * cells - 2 - phase;
    std::string text(cells, '-');
    text[static_cast<std::size_t>(at)] = '#';
    return text;
}

void tell(const std::stop_token& stop, const std::string& what) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    const auto began = std::chrono::steady_clock::now();
    const auto is_ended_within = [&](milliseconds time) {
        ended.wait_for(lock, stop, time, [] { return false; });
        return stop.stop_requested();
    };
    if (is_ended_within(patience)) return;
    for (int turn = 0;; ++turn) {
        const auto elapsed = std::chrono::steady_clock::now() - began;
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed).count();
        write(fmt::format("{}{} [{}] {} s", erase_line, what, bar(turn), seconds));
        if (is_ended_within(interval)) break;
    }
    write(erase_line);
}

}  // namespace

Progress::Progress(std::string what) {
    if (!takes_escapes(STDERR_FILENO)) return;
    thread_ = std::jthread([text = std::move(what)](const std::stop_token& stop) { tell(stop, text); });
}

}  // namespace phobos::tools
