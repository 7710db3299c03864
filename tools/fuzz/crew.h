// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace phobos::tools {

/// What a worker tells while it works; the last line of a task is its result.
using Tell = std::function<void(const std::string& line)>;

/// What processes of a crew do with a task: a line in, lines out.
using Work = std::function<void(const std::string& task, const Tell& tell)>;

/// A line of a worker, or how it ended before its time.
struct Report {
    int worker;
    std::string task;
    std::string line;                ///< empty where it ended
    std::optional<std::string> end;  ///< "was killed by signal 11 (Segmentation fault)"
};

/// Processes that do tasks one by one, so that what ends one of them ends nothing else. They end with this process,
/// however that ends, and do not hear the signals of a terminal. This process has no other thread when it makes one.
class Crew {
public:
    Crew(int workers, Work work);
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    /// Ends all of them at once.
    ~Crew();

    [[nodiscard]] std::optional<int> idle() const;
    [[nodiscard]] bool is_busy() const;
    /// Gives an idle worker a task of one line.
    void give(int worker, std::string task);
    /// The worker has done its task.
    void done(int worker) { hands_[static_cast<std::size_t>(worker)].task.reset(); }
    /// Ends the worker, whose task is done, and starts another in its place.
    void replace(int worker);
    /// Waits until something is told, at most so long or until a signal comes. A worker that told nothing for longer
    /// than `patience` is ended.
    std::vector<Report> listen(std::chrono::milliseconds most, std::chrono::seconds patience);

private:
    struct Hand {
        pid_t process = -1;
        int tasks = -1;    ///< to it
        int reports = -1;  ///< from it
        std::string heard{};
        std::optional<std::string> task{};
        std::chrono::steady_clock::time_point last{};
    };
    void start(Hand& hand);
    [[noreturn]] void serve(int tasks, int reports) const;
    void hear(int worker, std::vector<Report>& reports);
    static std::string bury(Hand& hand);

    Work work_;
    std::vector<Hand> hands_;
};

}  // namespace phobos::tools
